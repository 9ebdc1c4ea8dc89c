// Vectorised loops, compiled twice: with AVX2 for processors that have it, and without. Results are identical.
//
// A function marked PARAGEN_INLINE holds the loop; one marked PARAGEN_WIDE calls it, and is called if has_wide().
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PARAGEN_DEBUG)
#define PARAGEN_HAS_WIDE 1
#define PARAGEN_WIDE __attribute__((target("avx2")))
#define PARAGEN_INLINE inline __attribute__((always_inline))
#else
#define PARAGEN_HAS_WIDE 0
#define PARAGEN_INLINE inline
#endif

namespace paragen {

#if PARAGEN_HAS_WIDE
inline bool has_wide() { return __builtin_cpu_supports("avx2"); }
#endif

}  // namespace paragen
