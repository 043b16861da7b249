/* Breakthrough: a set of squares for each player, row by row from the side of the player to move.
 *
 * The board is turned after each move, so the player to move always goes up. */
#include "playouts.h"

#define COLUMN_A 0x0101010101010101ULL
#define COLUMN_H 0x8080808080808080ULL
#define FAR_ROW 0xFF00000000000000ULL
#define START 0xFFFFULL

/* The pawns that can go straight ahead, and towards each side. */
typedef struct {
    uint64_t ahead, left, right;
} Movers;

INLINE Movers movers(uint64_t mine, uint64_t theirs) {
    uint64_t open = ~mine; /* to diagonal moves */
    Movers found = {mine & ~(mine | theirs) >> 8, mine & ~COLUMN_A & open >> 7, mine & ~COLUMN_H & open >> 9};
    return found;
}

/* Moves a pawn (a set of one) and turns the board; 1 if this won. */
INLINE int move(uint64_t *mine, uint64_t *theirs, uint64_t pawn, uint64_t goal) {
    uint64_t moved = (*mine ^ pawn) | goal, left = *theirs & ~goal;
    *mine = __builtin_bswap64(left); /* the rows in reverse order */
    *theirs = __builtin_bswap64(moved);
    return (goal & FAR_ROW) != 0 || left == 0;
}

/* In two decisions, as the interpreter plays it: which pawn, among those that can move, then where to.
 * The tally: matches that the first player won, that the second won. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        uint64_t mine = START, theirs = START << 48, pawn, goals;
        int moves = 0;
        do {
            Movers can = movers(mine, theirs);
            pawn = any(&seed, can.ahead | can.left | can.right);
            goals = (can.ahead & pawn) << 8 | (can.left & pawn) << 7 | (can.right & pawn) << 9;
            moves++;
        } while (!move(&mine, &theirs, pawn, any(&seed, goals)));
        tally[(moves - 1) & 1]++;
        decisions += 2 * moves;
    }
    return decisions;
}

/* In one decision, as others play it: one of all moves. The same tally. */
int64_t play_whole_moves(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        uint64_t mine = START, theirs = START << 48, pawn;
        int moves = 0, by;
        do {
            Movers can = movers(mine, theirs);
            int ahead = size(can.ahead), left = size(can.left), right = size(can.right);
            int drawn = below(&seed, ahead + left + right);
            if (drawn < ahead) {
                pawn = nth(can.ahead, drawn);
                by = 8;
            } else if (drawn < ahead + left) {
                pawn = nth(can.left, drawn - ahead);
                by = 7;
            } else {
                pawn = nth(can.right, drawn - ahead - left);
                by = 9;
            }
            moves++;
        } while (!move(&mine, &theirs, pawn, pawn << by));
        tally[(moves - 1) & 1]++;
        decisions += moves;
    }
    return decisions;
}
