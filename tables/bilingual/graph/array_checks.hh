// Checks that kernels make before they index by the numbers in arrays: nothing else keeps those within bounds.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace paragen::graph {

inline void check_that(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(std::string("found ") + what);
}

// Whether a run of `size` elements begins and ends where offsets say.
inline bool is_run(int64_t begin, int64_t end, int64_t size) { return 0 <= begin && begin <= end && end <= size; }

// Whether all `n` runs, given by one offset more, are within `size` elements and follow one another.
inline bool are_runs(const int64_t* offsets, int64_t n, int64_t size) {
  bool fine = n >= 0;
  for (int64_t i = 0; i < n && fine; ++i) fine = is_run(offsets[i], offsets[i + 1], size);
  return fine;
}

inline bool are_below(const int32_t* numbers, int64_t n, int64_t limit) {
  bool fine = true;
  for (int64_t i = 0; i < n; ++i) fine &= numbers[i] >= 0 && numbers[i] < limit;
  return fine;
}

}  // namespace paragen::graph
