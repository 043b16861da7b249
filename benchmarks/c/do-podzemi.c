/* Do podzemí. The deck is a set of 13 cards, of which a draw takes any: a shuffle less, with the same chances. The
 * dungeon is a stack of strengths, four bits each. Gear is a set of the hero's six pieces. As in `handwritten.py`, a
 * choice among fewer than two different options is no decision. */
#include "playouts.h"

#define BIT(n) (1u << (n))
#define DECK 0x1FFFu

enum { KNIGHT, BARBARIAN, MAGE, ROGUE };
enum { SLAY, FIGHT, USE_RING, USE_PACT, USE_AXE, USE_POLYMORPH };

static const uint8_t strength[13] = {1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9};
static const uint8_t kinds[8] = {1, 2, 3, 4, 5, 6, 7, 9};
static const int8_t health[4] = {3, 4, 2, 3};

/* Each hero's kit: the hit points that a piece adds, and the strengths that it kills. */
static const int8_t adds[4][6] = {{5, 3}, {4, 3}, {6, 3}, {5, 3}};
static const uint16_t kills[4][6] = {
    {0, 0, 0, BIT(9), BIT(2) | BIT(4) | BIT(6), BIT(1) | BIT(2) | BIT(3)}, /* spear, grail, torch */
    {0, 0, 0, BIT(5), BIT(1) | BIT(2) | BIT(3), 0},                        /* hammer, torch */
    {0, 0, BIT(2) | BIT(4) | BIT(6), 0, 0, 0},                             /* grail */
    {0, 0, 0, BIT(6) | BIT(7) | BIT(9), 0, 0},                             /* cloak */
};
/* What acts in its own way; 0 if the hero has none. */
static const uint8_t blade[4] = {BIT(2), 0, 0, BIT(4)}; /* magic sword, magic dagger */
static const uint8_t axe[4] = {0, BIT(2), 0, 0};
static const uint8_t potion[4] = {0, BIT(5), 0, BIT(5)};
static const uint8_t omnipotence[4] = {0, 0, BIT(3), 0};
static const uint8_t pact[4] = {0, 0, BIT(4), 0};
static const uint8_t polymorph[4] = {0, 0, BIT(5), 0};
static const uint8_t ring[4] = {0, 0, 0, BIT(2)};

/* By hero and gear: the hit points at the entrance, and the set of strengths that are killed. */
static int8_t entrance[4][64];
static uint16_t killed[4][64];

static __attribute__((constructor)) void fill(void) {
    for (int hero = 0; hero < 4; hero++)
        for (int gear = 0; gear < 64; gear++) {
            entrance[hero][gear] = health[hero];
            for (int i = 0; i < 6; i++)
                if (gear >> i & 1) {
                    entrance[hero][gear] += adds[hero][i];
                    killed[hero][gear] |= kills[hero][i];
                }
        }
}

typedef struct {
    uint64_t seed, dungeon; /* the top monster in the lowest four bits */
    int64_t decisions;
    unsigned deck, gear;
    int hero;
} Match;

/* One of so many options. */
INLINE int choose(Match *match, int options) {
    if (options == 1) return 0;
    match->decisions++;
    return below(&match->seed, options);
}

/* Takes any card of the deck. */
INLINE int draw(Match *match) {
    unsigned card = (unsigned)any(&match->seed, match->deck);
    match->deck ^= card;
    return strength[lowest(card)];
}

/* Bids until one of these players (seats, the leader first) is left; the seat of that one. */
INLINE int bid(Match *match, uint8_t *seats, int left) {
    int turn = 0;
    while (left > 1) {
        if (!match->deck || choose(match, 2)) {
            left--;
            for (int i = turn; i < left; i++) seats[i] = seats[i + 1];
        } else {
            int monster = draw(match);
            if (match->gear && choose(match, 2))
                match->gear ^= nth(match->gear, choose(match, size(match->gear)));
            else
                match->dungeon = match->dungeon << 4 | (unsigned)monster;
            turn++;
        }
        if (turn >= left) turn = 0;
    }
    return seats[0];
}

/* Chooses what deals with a monster that was just turned up. */
INLINE int answer(Match *match, int foe, unsigned slain) {
    int hero = match->hero, count = 0, answers[4];
    unsigned gear = match->gear;
    if (slain >> foe & 1) answers[count++] = SLAY;
    if (gear & ring[hero] && foe <= 2) answers[count++] = USE_RING;
    if (gear & pact[hero] && foe == 7) answers[count++] = USE_PACT;
    if (!count) answers[count++] = FIGHT;
    if (gear & axe[hero]) answers[count++] = USE_AXE;
    if (gear & polymorph[hero] && match->deck) answers[count++] = USE_POLYMORPH;
    return answers[choose(match, count)];
}

/* Sends the hero through the dungeon; whether the expedition succeeds. */
INLINE int explore(Match *match) {
    int hero = match->hero, hit_points = entrance[hero][match->gear], doomed = 0, twice = 0;
    unsigned slain = killed[hero][match->gear], met = 0;
    if (match->dungeon && match->gear & blade[hero]) slain |= BIT(kinds[choose(match, 8)]);
    for (; match->dungeon; match->dungeon >>= 4) {
        int foe = match->dungeon & 15;
        if (doomed) {
            doomed = 0;
        } else {
            int what = answer(match, foe, slain);
            if (what == USE_POLYMORPH) {
                match->gear ^= polymorph[hero];
                foe = draw(match);
                what = answer(match, foe, slain);
            }
            switch (what) {
            case FIGHT:
                hit_points -= foe;
                if (hit_points <= 0 && match->gear & potion[hero]) {
                    match->gear ^= potion[hero];
                    hit_points = health[hero];
                }
                break;
            case USE_RING: hit_points += foe; break;
            case USE_PACT: doomed = 1; break;
            case USE_AXE: match->gear ^= axe[hero]; break;
            }
        }
        twice |= met >> foe & 1;
        met |= BIT(foe);
    }
    return hit_points > 0 || (match->gear & omnipotence[hero] && !twice);
}

/* The tally: matches that each seat won. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    Match match = {.seed = seed, .decisions = 0};
    for (int64_t i = 0; i < matches; i++) {
        unsigned seated = BIT(players) - 1, failed = 0, won = 0;
        int leader = below(&match.seed, (int)players), winner = -1;
        match.hero = below(&match.seed, 4);
        while (winner < 0) {
            uint8_t seats[8];
            int left = 0;
            for (int k = 0, seat = leader; k < players; k++) {
                if (seated >> seat & 1) seats[left++] = (uint8_t)seat;
                if (++seat == players) seat = 0;
            }
            match.deck = DECK;
            match.gear = 63;
            match.dungeon = 0;
            leader = bid(&match, seats, left);
            unsigned delver = BIT(leader);
            if (explore(&match)) {
                if (won & delver) winner = leader;
                won |= delver;
            } else if (failed & delver) {
                seated ^= delver;
                if (!(seated & (seated - 1))) winner = lowest(seated);
            } else {
                failed |= delver;
            }
            if (winner < 0) match.hero = choose(&match, 4);
        }
        tally[winner]++;
    }
    return match.decisions;
}
