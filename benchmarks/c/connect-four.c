/* Connect Four: seven columns of seven bits, the top one always empty, so that lines do not wrap around. */
#include "playouts.h"

#define BOTTOM 0x0040810204081ULL /* the lowest slot of each column */
#define RACK (BOTTOM * 63)        /* six slots in each column */

/* Whether four discs of a set lie in a line. */
INLINE int four(uint64_t discs) {
    uint64_t up = discs & discs >> 1, flat = discs & discs >> 7;
    uint64_t falls = discs & discs >> 6, climbs = discs & discs >> 8;
    return ((up & up >> 2) | (flat & flat >> 14) | (falls & falls >> 12) | (climbs & climbs >> 16)) != 0;
}

/* The tally: matches that the first player won, that the second won, drawn ones. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        uint64_t mine = 0, theirs = 0; /* of the player to move, and of the other */
        int moves = 0, result = 2;
        while (moves < 42) {
            uint64_t all = mine | theirs;
            mine |= any(&seed, (all + BOTTOM) & RACK);
            moves++;
            if (four(mine)) {
                result = (moves - 1) & 1;
                break;
            }
            uint64_t swap = mine;
            mine = theirs;
            theirs = swap;
        }
        tally[result]++;
        decisions += moves;
    }
    return decisions;
}
