// Vectorised loops are compiled twice: with AVX2 for processors that have it, and without. Results are identical. A function
// marked PARAGEN_INLINE holds the loop; one marked PARAGEN_WIDE calls it, and is called if has_wide().
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(PARAGEN_DEBUG)
#define PARAGEN_WIDE __attribute__((target("avx2")))
#define PARAGEN_INLINE inline __attribute__((always_inline))
namespace paragen {
inline bool has_wide() { return __builtin_cpu_supports("avx2"); }
}  // namespace paragen
#else
#define PARAGEN_WIDE
#define PARAGEN_INLINE inline
namespace paragen {
constexpr bool has_wide() { return false; }
}  // namespace paragen
#endif
