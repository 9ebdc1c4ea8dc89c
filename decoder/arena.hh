// One bump allocator per sentence: everything the search makes lives until the sentence is done.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "src/paragen/base/check.hh"

namespace paragen {

class Arena {
 public:
  // `count` uninitialised objects of a trivial type, aligned to 16.
  template <class T>
  T* array(size_t count) {
    if (count > kLargest / sizeof(T)) throw std::bad_alloc();
    size_t bytes = ((count * sizeof(T) + 15) & ~size_t(15)) + kGap;
    if (bytes > left_) next_block(bytes);
    T* result = reinterpret_cast<T*>(at_);
    PARAGEN_HAND_OUT(at_, count * sizeof(T));
    at_ += bytes;
    left_ -= bytes;
    return result;
  }

  // Forget everything; keep the first blocks for the next sentence.
  void clear() {
    for ([[maybe_unused]] Block& block : blocks_) PARAGEN_WITHHOLD(block.memory.get(), block.bytes);
    while (blocks_.size() > kKept) blocks_.pop_back();
    current_ = 0;
    left_ = 0;
  }

 private:
#ifdef __SANITIZE_ADDRESS__
  static constexpr size_t kGap = 16;  // between arrays, so that the sanitizer catches overruns
#else
  static constexpr size_t kGap = 0;
#endif
  static constexpr size_t kBlock = size_t(1) << 20, kKept = 16, kLargest = size_t(1) << 40;
  struct Block {
    std::unique_ptr<char[]> memory;
    size_t bytes;
  };

  void next_block(size_t bytes) {
    while (current_ < blocks_.size() && blocks_[current_].bytes < bytes + 64) ++current_;
    if (current_ == blocks_.size()) {
      const size_t size = bytes + 64 > kBlock ? bytes + 64 : kBlock;
      blocks_.push_back({std::unique_ptr<char[]>(new char[size]), size});
      PARAGEN_WITHHOLD(blocks_.back().memory.get(), size);
    }
    Block& block = blocks_[current_++];
    const size_t shift = -reinterpret_cast<uintptr_t>(block.memory.get()) & 63;
    at_ = block.memory.get() + shift;
    left_ = block.bytes - shift;
  }

  std::vector<Block> blocks_;
  size_t current_ = 0, left_ = 0;
  char* at_ = nullptr;
};

}  // namespace paragen
