/* What the programs by hand share: luck, and picking one member of a set of bits.
 *
 * Each program has one or two functions for `compiled.py` to call:
 *
 *     int64_t play(int64_t matches, uint64_t seed, int64_t players, int64_t *tally)
 *
 * It plays whole matches of random moves, adds their results to `tally` (what its numbers count stands above each
 * function), and returns how many decisions of players there were. Every decision draws one number by SplitMix64, as
 * the interpreter does.
 */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/* The next number of SplitMix64. */
INLINE uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/* A number from 0 to bound - 1. Its bias, bound / 2**64, is too small to measure. */
INLINE int below(uint64_t *state, int bound) {
    return (int)((unsigned __int128)next(state) * (unsigned)bound >> 64);
}

INLINE int size(uint64_t set) { return __builtin_popcountll(set); }

INLINE int lowest(uint64_t set) { return __builtin_ctzll(set); }

/* The member number `index` of a set, as a set of its own. */
INLINE uint64_t nth(uint64_t set, int index) {
#ifdef __BMI2__
    return _pdep_u64((uint64_t)1 << index, set);
#else
    while (index--) set &= set - 1;
    return set & -set;
#endif
}

/* A random member of a set that is not empty, as a set of its own. */
INLINE uint64_t any(uint64_t *state, uint64_t set) { return nth(set, below(state, size(set))); }
