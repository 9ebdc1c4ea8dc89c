// A fixed-size array that starts uninitialised, and the callbacks kernels report to.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace paragen::estimate {

// Its memory comes from the system and is returned at once: an allocator would keep it, separately for each thread.
template <class T>
class Buffer {
  static_assert(std::is_trivially_default_constructible_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(size_t size) : size_(size) {
    if (size == 0) return;
    if (size > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    void* data = ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    data_ = {static_cast<T*>(data), Unmap{size * sizeof(T)}};
  }
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
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
  struct Unmap {
    size_t n_bytes = 0;
    void operator()(T* data) const { ::munmap(data, n_bytes); }
  };

  std::unique_ptr<T, Unmap> data_;
  size_t size_ = 0;
};

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

}  // namespace paragen::estimate
