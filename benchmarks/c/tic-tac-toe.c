/* Tic-tac-toe: a set of nine squares for each player. */
#include "playouts.h"

/* Whether a set of squares contains a line: one bit for each of the 512 sets. */
static uint64_t lines[8];

static __attribute__((constructor)) void fill(void) {
    static const int line[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int set = 0; set < 512; set++)
        for (int i = 0; i < 8; i++)
            if ((set & line[i]) == line[i]) lines[set >> 6] |= (uint64_t)1 << (set & 63);
}

/* The tally: matches that the first player won, that the second won, drawn ones. */
int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally) {
    int64_t decisions = 0;
    (void)players;
    for (int64_t i = 0; i < matches; i++) {
        unsigned sets[2] = {0, 0}, taken = 0;
        int moves = 0, result = 2;
        do {
            unsigned *mine = &sets[moves & 1];
            *mine |= (unsigned)nth(~taken & 0777, below(&seed, 9 - moves));
            moves++;
            if (lines[*mine >> 6] >> (*mine & 63) & 1) {
                result = (moves - 1) & 1;
                break;
            }
            taken = sets[0] | sets[1];
        } while (moves < 9);
        tally[result]++;
        decisions += moves;
    }
    return decisions;
}
