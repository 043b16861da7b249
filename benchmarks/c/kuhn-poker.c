/* Kuhn poker. The first bit of a decision is enough: each has two options. */
#include "playouts.h"

/* The tally: matches by what the first player won, from -2 to 2, each plus 2. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        int sign = below(&seed, 2) ? 1 : -1; /* whether the first player has the higher of two different cards */
        int moves = 1, gain;
        if (below(&seed, 2)) { /* a bet */
            gain = below(&seed, 2) ? 2 * sign : 1;
            moves = 2;
        } else if (below(&seed, 2)) { /* a check, then a bet */
            gain = below(&seed, 2) ? 2 * sign : -1;
            moves = 3;
        } else {
            gain = sign;
            moves = 2;
        }
        tally[gain + 2]++;
        decisions += moves;
    }
    return decisions;
}
