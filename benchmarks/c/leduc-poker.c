/* Leduc poker. Cards are 0 to 5, two of each rank. */
#include "playouts.h"

enum { FOLD, CALL, RAISE };

/* The tally: matches by what the first player won, from -13 to 13, each plus 13. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        int deal = below(&seed, 30), first = deal / 5, second = deal % 5;
        second += second >= first;
        int paid[2] = {1, 1}, folded = -1, shared = 0;
        for (int size = 2; size <= 4 && folded < 0; size += 2) {
            if (size == 4) {
                uint64_t deck = 63 & ~((uint64_t)1 << first | (uint64_t)1 << second);
                shared = lowest(any(&seed, deck)) / 2;
            }
            int raises = 0, quiet = 0, me = 0;
            while (quiet < 2) {
                int behind = paid[me] < paid[1 - me];
                int option = below(&seed, behind + 1 + (raises < 2)) + !behind;
                decisions++;
                if (option == FOLD) {
                    folded = me;
                    break;
                }
                paid[me] = paid[1 - me];
                quiet++;
                if (option == RAISE) {
                    paid[me] += size;
                    raises++;
                    quiet = 1;
                }
                me = 1 - me;
            }
        }
        int gain;
        if (folded >= 0) {
            gain = folded ? paid[1] : -paid[0];
        } else {
            int mine = first / 2, theirs = second / 2;
            mine += 3 * (mine == shared);
            theirs += 3 * (theirs == shared);
            gain = ((mine > theirs) - (mine < theirs)) * paid[0];
        }
        tally[gain + 13]++;
    }
    return decisions;
}
