// Records of 32-bit numbers, a key and a payload of 64 bits, and sorted runs of them read as one.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "lm/estimate/tempfile.hh"

namespace paragen::estimate {

constexpr uint32_t kPayloadWords = 2;

inline int compare_keys(const uint32_t* a, const uint32_t* b, uint32_t n_words) {
  for (uint32_t i = 0; i < n_words; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

inline uint64_t payload(const uint32_t* record, uint32_t key_words) {
  uint64_t value;
  std::memcpy(&value, record + key_words, sizeof value);
  return value;
}

inline void set_payload(uint32_t* record, uint32_t key_words, uint64_t value) {
  std::memcpy(record + key_words, &value, sizeof value);
}

// Several sorted runs of a file, read as one.
class RunMerger {
 public:
  struct Run {
    uint64_t begin, end;  // bytes of the file
  };

  RunMerger(const TempFile& file, const Run* begin, const Run* end, uint32_t key_words, size_t memory)
      : key_words_(key_words) {
    const size_t share = memory / std::max<size_t>(end - begin, 1);
    for (const Run* run = begin; run != end; ++run)
      readers_.emplace_back(file, run->begin, run->end, key_words + kPayloadWords, share);
    for (uint32_t i = 0; i < readers_.size(); ++i)
      if (readers_[i].record()) heap_.push_back(i);
    std::make_heap(heap_.begin(), heap_.end(), After{this});
  }

  const uint32_t* record() const { return heap_.empty() ? nullptr : readers_[heap_.front()].record(); }

  void next() {
    readers_[heap_.front()].next();
    if (readers_[heap_.front()].record() == nullptr) {
      std::pop_heap(heap_.begin(), heap_.end(), After{this});
      heap_.pop_back();
    } else {
      sift_down();
    }
  }

 private:
  struct After {
    const RunMerger* merger;
    bool operator()(uint32_t a, uint32_t b) const {
      const auto& readers = merger->readers_;
      return compare_keys(readers[a].record(), readers[b].record(), merger->key_words_) > 0;
    }
  };

  void sift_down() {
    const After after{this};
    for (size_t at = 0;;) {
      size_t child = 2 * at + 1;
      if (child >= heap_.size()) return;
      if (child + 1 < heap_.size() && after(heap_[child], heap_[child + 1])) ++child;
      if (!after(heap_[at], heap_[child])) return;
      std::swap(heap_[at], heap_[child]);
      at = child;
    }
  }

  uint32_t key_words_;
  std::vector<RecordReader> readers_;
  std::vector<uint32_t> heap_;
};

}  // namespace paragen::estimate
