// A fixed array that is not filled when it is made, and the callbacks kernels report to.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

namespace paragen::estimate {

template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(size_t size) : data_(size ? new T[size] : nullptr), size_(size) {}

  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }
  size_t size() const { return size_; }
  void reset() { *this = Buffer(); }

 private:
  std::unique_ptr<T[]> data_;
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
