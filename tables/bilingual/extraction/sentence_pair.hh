// A sentence pair with its word alignment, taken apart and judged.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/utf8.hh"
#include "tables/bilingual/alignment/links.hh"

namespace paragen {

enum class PairProblem : int {
  none = 0,
  source_not_text,   // broken UTF-8 or NUL
  target_not_text,
  malformed_link,    // not i-j
  source_range,      // a link beyond the end of the source
  target_range,
  too_large,         // more bytes than phrase columns can hold
};

// Its name, as messages are chosen by.
inline const char* name_of(PairProblem value) {
  switch (value) {
    case PairProblem::none: return "none";
    case PairProblem::source_not_text: return "source_not_text";
    case PairProblem::target_not_text: return "target_not_text";
    case PairProblem::malformed_link: return "malformed_link";
    case PairProblem::source_range: return "source_range";
    case PairProblem::target_range: return "target_range";
    case PairProblem::too_large: return "too_large";
  }
  return "";  // no other value
}

constexpr size_t kMaxSentenceBytes = size_t{1} << 20;  // a byte is in at most 784 phrase pairs: below 2^31 bytes a column

// The words of one side; they are parts of the text that was read, which must stay where it is.
class Words {
 public:
  Words() : begins_(1, 0) {}

  void read(std::string_view text) {
    text_ = text;
    begins_.clear();
    if (!cut()) {
      joined();
      cut();
    }
  }

  uint32_t size() const { return static_cast<uint32_t>(begins_.size() - 1); }

  // The words [begin, end) with single spaces between them; begin < end.
  std::string_view phrase(uint32_t begin, uint32_t end) const {
    return text_.substr(begins_[begin], begins_[end] - begins_[begin] - 1);
  }
  std::string_view word(uint32_t i) const { return phrase(i, i + 1); }

 private:
  // Finds where words begin; false where other than single spaces separate them.
  bool cut() {
    begins_.assign(1, 0);
    if (text_.empty()) return true;
    for (size_t at = text_.find(' '); at != std::string_view::npos; at = text_.find(' ', at + 1)) {
      if (at == begins_.back()) return false;
      begins_.push_back(static_cast<uint32_t>(at + 1));
    }
    if (begins_.back() == text_.size()) return false;
    begins_.push_back(static_cast<uint32_t>(text_.size() + 1));
    return true;
  }

  void joined() {
    std::string text;
    text.reserve(text_.size());
    for (const char c : text_)
      if (c != ' ' || (!text.empty() && text.back() != ' ')) text.push_back(c);
    if (!text.empty() && text.back() == ' ') text.pop_back();
    own_.swap(text);
    text_ = own_;
  }

  std::string_view text_;
  std::string own_;
  std::vector<uint32_t> begins_;  // of the words, then one past the end with its space
};

// Lists of positions, one for each word of a side.
class Partners {
 public:
  void reset(uint32_t n_words) { begins_.assign(n_words + 1, 0); items_.clear(); }
  void push(uint32_t item) { items_.push_back(item); }
  void close(uint32_t word) { begins_[word + 1] = static_cast<uint32_t>(items_.size()); }
  const uint32_t* begin(uint32_t word) const { return items_.data() + begins_[word]; }
  const uint32_t* end(uint32_t word) const { return items_.data() + begins_[word + 1]; }
  uint32_t count(uint32_t word) const { return begins_[word + 1] - begins_[word]; }

 private:
  std::vector<uint32_t> begins_, items_;
};

class SentencePair {
 public:
  Words source, target;
  Partners of_source, of_target;  // positions of the other side, ascending, each once

  PairProblem read(std::string_view source_text, std::string_view target_text, std::string_view alignment) {
    bad_ = std::string_view();
    links_.clear();
    source.read({});
    target.read({});
    if (source_text.size() > kMaxSentenceBytes || target_text.size() > kMaxSentenceBytes) return PairProblem::too_large;
    if (!is_text(source_text.data(), source_text.size())) return PairProblem::source_not_text;
    if (!is_text(target_text.data(), target_text.size())) return PairProblem::target_not_text;
    source.read(source_text);
    target.read(target_text);
    const PairProblem problem = read_links(alignment);
    if (problem == PairProblem::none) sort_links();
    return problem;
  }

  // The link that has a problem.
  std::string_view bad() const { return bad_; }
  bool linked() const { return !links_.empty(); }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  PairProblem read_links(std::string_view text) {
    links_.clear();
    while (true) {
      while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
      if (text.empty()) return PairProblem::none;
      size_t end = 0;
      while (end < text.size() && !is_space(text[end])) ++end;
      bad_ = text.substr(0, end);
      text.remove_prefix(end);
      alignment::Link link{};
      if (!alignment::parse_link(bad_.data(), bad_.data() + bad_.size(), link)) return PairProblem::malformed_link;
      if (link.source >= source.size()) return PairProblem::source_range;
      if (link.target >= target.size()) return PairProblem::target_range;
      links_.push_back(uint64_t{link.source} << 32 | link.target);
    }
  }

  void sort_links() {
    std::sort(links_.begin(), links_.end());
    links_.erase(std::unique(links_.begin(), links_.end()), links_.end());
    group(source.size(), &of_source);
    for (uint64_t& link : links_) link = link << 32 | link >> 32;
    std::sort(links_.begin(), links_.end());
    group(target.size(), &of_target);
  }

  void group(uint32_t n_words, Partners* partners) const {
    partners->reset(n_words);
    size_t at = 0;
    for (uint32_t word = 0; word < n_words; ++word) {
      for (; at < links_.size() && links_[at] >> 32 == word; ++at) partners->push(static_cast<uint32_t>(links_[at]));
      partners->close(word);
    }
  }

  std::vector<uint64_t> links_;
  std::string_view bad_;
};

}  // namespace paragen
