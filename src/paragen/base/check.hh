// Bounds checks for raw pointers, in the debug build only.
#pragma once
#ifdef PARAGEN_DEBUG
#include <cstdio>
#include <cstdlib>

namespace paragen {

[[noreturn]] inline void check_failed(const char* what, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
  std::abort();
}

}  // namespace paragen

#define PARAGEN_CHECK(condition) ((condition) ? void() : ::paragen::check_failed(#condition, __FILE__, __LINE__))
#else
#define PARAGEN_CHECK(condition) static_cast<void>(0)
#endif

// Poisons memory for the address sanitizer until it is handed out.
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define PARAGEN_WITHHOLD(begin, size) __asan_poison_memory_region(begin, size)
#define PARAGEN_HAND_OUT(begin, size) __asan_unpoison_memory_region(begin, size)
#else
#define PARAGEN_WITHHOLD(begin, size) static_cast<void>(0)
#define PARAGEN_HAND_OUT(begin, size) static_cast<void>(0)
#endif
