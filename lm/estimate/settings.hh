// How an estimation runs: what the caller is told, what a user chooses, and threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <string>
#include <vector>

#include "lm/estimate/discounts.hh"

namespace paragen::estimate {

// The caller raised an error of its own (Ctrl-C, a full disk), which it will report itself.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

// What the kernels tell the caller; a non-zero answer cancels the work.
struct Host {
  void* self = nullptr;
  int (*report)(void* self, const char* stage, double fraction) = nullptr;
  int (*write)(void* self, const char* data, size_t length) = nullptr;

  void progress(const char* stage, double fraction) const {
    if (report(self, stage, fraction) != 0) throw Cancelled();
  }
  void output(const char* data, size_t length) const {
    if (length && write(self, data, length) != 0) throw Cancelled();
  }
};

struct Settings {
  uint32_t order = 5;
  std::vector<uint64_t> prune;        // for each order: n-grams seen at most so often are left out
  bool has_fallback = false;
  Discounts fallback;
  bool interpolate_unigrams = true;   // else the mass discounted from words goes to <unk> alone
  bool skip_specials = false;
  uint64_t memory = 2ull << 30;       // bytes
  std::string temp;                   // folder for what does not fit
  uint32_t threads = 1;
};

// Work for several threads. Results never depend on how many there are.
// Starts work(): at once beside the caller, or when its result is asked for if there is one thread only.
template <class Work>
std::future<void> start(uint32_t threads, Work work) {
  return std::async(threads > 1 ? std::launch::async : std::launch::deferred, work);
}

// Calls work(begin, end) for as many parts of 0..size as there are threads.
template <class Work>
void for_parts(uint32_t threads, size_t size, Work work) {
  constexpr size_t kSmallest = 1 << 14;
  const size_t n_parts = std::clamp<size_t>(size / kSmallest, 1, threads);
  std::vector<std::future<void>> others;
  for (size_t part = 1; part < n_parts; ++part)
    others.push_back(start(threads, [=] { work(size * part / n_parts, size * (part + 1) / n_parts); }));
  work(size_t(0), size / n_parts);
  for (std::future<void>& other : others) other.get();
}

// Calls work(i) for i in 0..size, each thread taking the next that is left.
template <class Work>
void for_each_task(uint32_t threads, size_t size, Work work) {
  std::atomic<size_t> next{0};
  auto take = [&] {
    for (size_t i; (i = next.fetch_add(1)) < size;) work(i);
  };
  std::vector<std::future<void>> others;
  for (size_t part = 1; part < std::min<size_t>(threads, size); ++part) others.push_back(start(threads, take));
  take();
  for (std::future<void>& other : others) other.get();
}

}  // namespace paragen::estimate
