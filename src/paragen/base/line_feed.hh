// Splits input that arrives in pieces of any size into lines.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace paragen {

class LineFeed {
 public:
  // Passes each complete line, without its newline, to `take`; false as soon as `take` returns false. A line of more than
  // `longest` bytes is passed before its end has arrived, so that memory stays bounded.
  template <typename Take>
  bool feed(std::string_view piece, size_t longest, Take take) {
    while (!piece.empty()) {
      const size_t newline = piece.find('\n');
      if (newline == std::string_view::npos) {
        rest_.append(piece);
        return rest_.size() <= longest || take(rest_);
      }
      bool good;
      if (rest_.empty()) {
        good = take(piece.substr(0, newline));
      } else {
        rest_.append(piece.substr(0, newline));
        good = take(rest_);
      }
      if (!good) return false;
      rest_.clear();
      piece.remove_prefix(newline + 1);
    }
    return true;
  }

  // Passes the last line, if no newline ended it.
  template <typename Take>
  bool end(Take take) {
    const bool good = rest_.empty() || take(rest_);
    rest_.clear();
    return good;
  }

  void clear() { rest_.clear(); }

 private:
  std::string rest_;
};

}  // namespace paragen
