// Where n-grams are kept: arrays straight from the system, and files for what does not fit in memory.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace paragen::estimate {

// A fixed-size array that starts uninitialised.
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

// Files for what does not fit in memory: written once, read once or twice, gone with the process however it ends.
// A file that cannot be made, written or read; what() is its folder.
struct FileError : std::runtime_error {
  FileError(const std::string& folder, int reason) : std::runtime_error(folder), number(reason) {}
  int number;  // errno
};

// An unnamed file in a folder, appended to through a buffer.
class TempFile {
 public:
  TempFile(const std::string& folder, size_t buffer_size) : folder_(folder), buffer_size_(buffer_size) {}
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile() {
    if (handle_ >= 0) ::close(handle_);
  }

  void append(const void* data, size_t length) {
    if (buffered_ + length > buffer_size_) flush();
    if (buffer_.size() == 0) buffer_ = Buffer<char>(buffer_size_);
    std::memcpy(buffer_.begin() + buffered_, data, length);
    buffered_ += length;
  }

  void flush() {
    if (handle_ < 0) open();
    for (size_t done = 0; done < buffered_;) {
      const ssize_t written = ::pwrite(handle_, buffer_.begin() + done, buffered_ - done, size_ + done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail();
      done += written;
    }
    size_ += buffered_;
    buffered_ = 0;
  }

  // Ends writing and gives the buffer back.
  void seal() {
    flush();
    buffer_.reset();
  }

  uint64_t size() const { return size_ + buffered_; }

  void read(uint64_t offset, void* to, size_t length) const {
    for (size_t done = 0; done < length;) {
      const ssize_t got = ::pread(handle_, static_cast<char*>(to) + done, length - done, offset + done);
      if (got < 0 && errno == EINTR) continue;
      if (got == 0) errno = EIO;
      if (got <= 0) fail();
      done += got;
    }
  }

 private:
  void open() {
    std::string name = folder_ + "/paragen-lm-XXXXXX";
    handle_ = ::mkstemp(name.data());
    if (handle_ < 0) fail();
    ::unlink(name.c_str());
  }

  [[noreturn]] void fail() const { throw FileError(folder_, errno); }

  std::string folder_;
  size_t buffer_size_, buffered_ = 0;
  Buffer<char> buffer_;
  uint64_t size_ = 0;        // without the buffer
  int handle_ = -1;
};

// Reads records of `width` numbers from a part of a file.
class RecordReader {
 public:
  RecordReader(const TempFile& file, uint64_t begin, uint64_t end, uint32_t width, size_t buffer_size)
      : file_(&file), offset_(begin), end_(end), width_(width),
        buffer_(std::max<size_t>(buffer_size / (width * sizeof(uint32_t)), 1) * width), at_(buffer_.size()),
        filled_(buffer_.size()) {
    next();
  }

  const uint32_t* record() const { return valid_ ? buffer_.begin() + at_ : nullptr; }

  void next() {
    if (at_ < filled_) at_ += width_;
    if (at_ >= filled_) fill();
  }

 private:
  void fill() {
    const uint64_t length = std::min<uint64_t>(buffer_.size() * sizeof(uint32_t), end_ - offset_);
    valid_ = length > 0;
    if (!valid_) return;
    file_->read(offset_, buffer_.begin(), length);
    offset_ += length;
    filled_ = length / sizeof(uint32_t);
    at_ = 0;
  }

  const TempFile* file_;
  uint64_t offset_, end_;
  uint32_t width_;
  Buffer<uint32_t> buffer_;
  size_t at_, filled_;
  bool valid_ = false;
};

}  // namespace paragen::estimate
