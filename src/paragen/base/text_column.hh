// Columns as Arrow lays them out.
#pragma once
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace paragen {

struct TextColumn {
  std::vector<int32_t> offsets = std::vector<int32_t>(1, 0);
  std::string bytes;

  void push(std::string_view text) {
    append(text);
    close();
  }
  void append(std::string_view text) {
    if (bytes.size() + text.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max()))
      throw std::length_error("a batch of phrase pairs takes more than 2^31 bytes: give fewer sentences at once");
    bytes.append(text);
  }
  void close() { offsets.push_back(static_cast<int32_t>(bytes.size())); }
};

// A text column to read; rows whose offsets are out of bounds read as empty.
struct TextView {
  const int64_t* offsets = nullptr;
  const char* bytes = nullptr;
  int64_t n_bytes = 0;

  std::string_view at(int64_t row) const {
    const int64_t begin = offsets[row], end = offsets[row + 1];
    if (begin < 0 || begin >= end || end > n_bytes) return {};
    return {bytes + begin, static_cast<size_t>(end - begin)};
  }
};

}  // namespace paragen
