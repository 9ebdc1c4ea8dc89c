// Arrays straight from the system.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "src/paragen/base/check.hh"

namespace paragen {

// An array that starts as zeros.
// Its memory comes from the system and is returned at once: an allocator would keep it, separately for each thread.
template <class T>
class Buffer {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(size_t size) { grow(size); }
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }

  // Appends zeros. On Linux the contents are not held twice meanwhile: their pages move.
  void grow(size_t size) {
    if (size <= size_) return;
    if (size > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    const size_t n_bytes = size * sizeof(T);
#ifdef __linux__
    void* data = data_ ? ::mremap(data_.get(), size_ * sizeof(T), n_bytes, MREMAP_MAYMOVE) : map(n_bytes);
#else
    void* data = map(n_bytes);
#endif
    if (data == MAP_FAILED) throw std::bad_alloc();
#ifdef __linux__
    static_cast<void>(data_.release());
    if (n_bytes >= kLarge) ::madvise(data, n_bytes, MADV_HUGEPAGE);  // where look-ups are at random, half of the time
#else
    if (data_) std::memcpy(data, data_.get(), size_ * sizeof(T));
#endif
    data_ = {static_cast<T*>(data), Unmap{n_bytes}};
    size_ = size;
  }

  T& operator[](size_t i) { return data_.get()[i]; }
  const T& operator[](size_t i) const { return data_.get()[i]; }
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }
  size_t size() const { return size_; }
  void reset() { *this = Buffer(); }

 private:
  static constexpr size_t kLarge = size_t(4) << 20;  // bytes

  struct Unmap {
    size_t n_bytes = 0;
    void operator()(T* data) const { ::munmap(data, n_bytes); }
  };

  static void* map(size_t n_bytes) {
    return ::mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }

  std::unique_ptr<T, Unmap> data_;
  size_t size_ = 0;
};

// An array that is appended to.
template <class T>
class Column {
 public:
  void push_back(const T& value) {
    if (size_ == data_.size()) data_.grow(size_ + size_ / 2 + 1024);
    data_[size_++] = value;
  }
  size_t size() const { return size_; }
  T& operator[](size_t i) { return const_cast<T&>(std::as_const(*this)[i]); }
  const T& operator[](size_t i) const {
    PARAGEN_CHECK(i < size_);
    return data_[i];
  }

 private:
  Buffer<T> data_;  // memory beyond size_ is not touched, and so not taken
  size_t size_ = 0;
};

}  // namespace paragen
