// Files for what does not fit in memory: written once, read once or twice, gone with the process however it ends.
#pragma once
#include <fcntl.h>
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

#include "lm/buffer.hh"

namespace paragen::estimate {

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
