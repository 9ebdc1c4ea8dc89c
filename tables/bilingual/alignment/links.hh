// Links between the words of two sentences, and the text they are written in: "0-0 1-2", source-target, from 0.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace paragen::alignment {

struct Link {
  uint32_t source, target;
  bool operator<(const Link& other) const { return source != other.source ? source < other.source : target < other.target; }
};

// A piece of memory that somebody else holds.
struct Text {
  const char* data = nullptr;
  size_t size = 0;
};

enum class Flaw : int {
  kNone,
  kNoLink,         // a token that is not "number-number"
  kOutOfRange,     // a link to a word that is not there
  kNoHeader,       // A3: the first line of three is not "# Sentence pair (n) source length l target length m"
  kNumber,         // A3: the number is not that of the line
  kLength,         // A3: the header states other lengths than the text has
  kSentenceLength, // A3: the second or third line has another number of words than the header states
  kNoWords,        // A3: the third line is not "NULL ({ … }) word ({ … }) …"
};

// Its name, as messages are chosen by.
inline const char* name_of(Flaw value) {
  switch (value) {
    case Flaw::kNone: return "";
    case Flaw::kNoLink: return "no link";
    case Flaw::kOutOfRange: return "out of range";
    case Flaw::kNoHeader: return "no header";
    case Flaw::kNumber: return "number";
    case Flaw::kLength: return "length";
    case Flaw::kSentenceLength: return "sentence length";
    case Flaw::kNoWords: return "no words";
  }
  return "";  // no other value
}

// What is wrong, in which line of the batch (from 0), and the text that shows it.
struct Problem {
  Flaw flaw = Flaw::kNone;
  size_t line = 0;
  std::string shown;
  uint64_t found = 0, expected = 0;
};

// Gives the lines of a batch, which '\n' separates; beyond the last, empty ones.
class LineCursor {
 public:
  explicit LineCursor(Text text) : at_(text.data), left_(text.size) {}

  Text next() {
    const char* end = left_ ? static_cast<const char*>(std::memchr(at_, '\n', left_)) : nullptr;
    const Text line{at_, end ? static_cast<size_t>(end - at_) : left_};
    const size_t used = line.size + (end != nullptr);
    at_ += used;
    left_ -= used;
    return line;
  }

 private:
  const char* at_;
  size_t left_;
};

// Gives what single spaces separate; an empty token where there is none left.
class TokenCursor {
 public:
  explicit TokenCursor(Text line) : at_(line.data), left_(line.size) {}

  bool done() const { return left_ == 0; }

  Text next() {
    const char* end = left_ ? static_cast<const char*>(std::memchr(at_, ' ', left_)) : nullptr;
    const Text token{at_, end ? static_cast<size_t>(end - at_) : left_};
    const size_t used = token.size + (end != nullptr);
    at_ += used;
    left_ -= used;
    return token;
  }

 private:
  const char* at_;
  size_t left_;
};

inline size_t count_tokens(Text line) {
  return line.size ? 1 + static_cast<size_t>(std::count(line.data, line.data + line.size, ' ')) : 0;
}

// Reads digits from `at`; numbers beyond 32 bits become the greatest of them. Returns where they end, or null: no digit.
inline const char* parse_number(const char* at, const char* end, uint32_t& value) {
  const char* begin = at;
  uint64_t sum = 0;
  for (; at != end && *at >= '0' && *at <= '9'; ++at) sum = std::min<uint64_t>(sum * 10 + (*at - '0'), UINT32_MAX);
  value = static_cast<uint32_t>(sum);
  return at == begin ? nullptr : at;
}

// Reads a link `i-j` that fills [at, end); false where it is malformed.
inline bool parse_link(const char* at, const char* end, Link& link) {
  const char* dash = parse_number(at, end, link.source);
  return dash && dash != end && *dash == '-' && parse_number(dash + 1, end, link.target) == end;
}

inline std::string shown(Text text) {
  constexpr size_t kShown = 60;
  return std::string(text.data, std::min(text.size, kShown));
}

// Appends the links of a line; false and a problem where one is malformed or beyond the sentences.
inline bool parse_links(Text line, size_t n_source, size_t n_target, std::vector<Link>& links, Problem& problem) {
  for (TokenCursor tokens(line); !tokens.done();) {
    const Text token = tokens.next();
    Link link{};
    if (!parse_link(token.data, token.data + token.size, link)) {
      problem.flaw = Flaw::kNoLink;
      problem.shown = shown(token);
      return false;
    }
    if (link.source >= n_source || link.target >= n_target || std::max(link.source, link.target) == UINT32_MAX) {
      problem.flaw = Flaw::kOutOfRange;
      problem.shown = shown(token);
      problem.found = n_source;
      problem.expected = n_target;
      return false;
    }
    links.push_back(link);
  }
  return true;
}

inline void append_number(std::string& out, uint64_t value) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

inline void append_links(std::string& out, const std::vector<Link>& links) {
  for (size_t i = 0; i < links.size(); ++i) {
    if (i) out.push_back(' ');
    append_number(out, links[i].source);
    out.push_back('-');
    append_number(out, links[i].target);
  }
}

}  // namespace paragen::alignment
