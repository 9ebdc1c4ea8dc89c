// CoNLL-U, in pieces of any size, into arrays: ids of texts, heads, where sentences begin.
#pragma once
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/line_feed.hh"
#include "src/paragen/base/interner.hh"
#include "src/paragen/base/utf8.hh"

namespace paragen {

// What a column holds if it has no value; it has id 0 in every pool.
constexpr std::string_view kNoValue = "_";
constexpr size_t kMaxConlluLine = 1 << 20;
constexpr size_t kMaxSentence = 1 << 20;

inline bool is_ascii(std::string_view text) {
  unsigned char high = 0;
  for (const char c : text) high |= static_cast<unsigned char>(c);
  return high < 0x80;
}

// Texts in lower case. For those that are not ASCII the caller supplies it: see fresh().
class LowerPool {
 public:
  LowerPool() { add(kNoValue); }

  uint32_t add(std::string_view text) {
    lower_.assign(text);
    for (char& c : lower_)
      if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    const uint32_t id = pool_.add(lower_);
    if (id == lookup_.size()) {
      lookup_.push_back(static_cast<int32_t>(id));
      if (!is_ascii(lower_)) fresh_.push_back(id);
    }
    return id;
  }

  // Texts with other letters that came since the last clear_fresh().
  const std::vector<uint32_t>& fresh() const { return fresh_; }
  void clear_fresh() { fresh_.clear(); }

  // Makes `text` the lower case of the text with that id.
  void set_lower(uint32_t id, std::string_view text) {
    const uint32_t lower = pool_.add(text);
    if (lower == lookup_.size()) lookup_.push_back(static_cast<int32_t>(lower));
    lookup_[id] = static_cast<int32_t>(lower);
  }

  int32_t lookup(uint32_t id) const { return lookup_[id]; }
  const Interner& pool() const { return pool_; }

 private:
  Interner pool_;
  std::vector<int32_t> lookup_;
  std::vector<uint32_t> fresh_;
  std::string lower_;
};

class ConlluFeed {
 public:
  // `numbered`: whether the unit of a sentence is the number that its sent_id begins with, where the first has one.
  explicit ConlluFeed(bool numbered) : numbered_(numbered) {
    for (Interner* pool : {&tags, &upos, &relations}) pool->add(kNoValue);
  }

  // False at the first malformed line; then problem(), lines() and found() say what is wrong, and where.
  bool feed(std::string_view piece) {
    return feed_.feed(piece, kMaxConlluLine, [this](std::string_view line) { return take(line); });
  }
  bool feed_end() {
    return feed_.end([this](std::string_view line) { return take(line); }) && end_sentence();
  }

  // Sentences that are whole, and not dropped.
  size_t sentences() const { return begins.size() - 1 - dropped_; }
  size_t first() const { return dropped_; }

  // Forgets the first sentences.
  void drop(size_t count) {
    dropped_ += count;
    if (dropped_ * 2 < begins.size()) return;
    const size_t words = begins[dropped_];
    for (auto* column : {&form_ids, &lemma_ids, &tag_ids, &upos_ids, &relation_ids, &heads})
      column->erase(column->begin(), column->begin() + words);
    begins.erase(begins.begin(), begins.begin() + dropped_);
    units.erase(units.begin(), units.begin() + dropped_);
    for (int64_t& begin : begins) begin -= static_cast<int64_t>(words);
    dropped_ = 0;
  }

  uint64_t lines() const { return lines_; }
  const char* problem() const { return problem_; }
  const std::string& found() const { return found_; }
  uint64_t number() const { return number_; }

  LowerPool forms, lemmas;
  Interner tags, upos, relations;
  std::vector<int32_t> form_ids, lemma_ids, tag_ids, upos_ids, relation_ids, heads;
  std::vector<int64_t> begins{0}, units;

 private:
  static constexpr int kColumns = 10;
  enum Column { kId, kForm, kLemma, kUpos, kXpos, kFeats, kHead, kRelation };

  bool take(std::string_view line) {
    ++lines_;
    if (line.size() > kMaxConlluLine) return fail("too_long", {});
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.find_first_not_of(' ') == std::string_view::npos) return end_sentence();
    if (!is_text(line.data(), line.size())) return fail("not_text", line);
    return line[0] == '#' ? comment(line) : word(line);
  }

  // Takes `# sent_id = 7-2`; the first decides whether all have numbers.
  bool comment(std::string_view line) {
    line.remove_prefix(1);
    skip_spaces(line);
    constexpr std::string_view kKey = "sent_id";
    if (line.substr(0, kKey.size()) != kKey) return true;
    line.remove_prefix(kKey.size());
    skip_spaces(line);
    if (line.empty() || line[0] != '=') return true;
    line.remove_prefix(1);
    skip_spaces(line);
    has_unit_ = unit_of(line, &unit_);
    if (numbered_ && sentence_ && !has_unit_) return fail("sent_id", line);
    return true;
  }

  static void skip_spaces(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

  static bool unit_of(std::string_view name, int64_t* unit) {
    while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.remove_suffix(1);
    uint64_t number;
    size_t at = digits(name, &number);
    if (at == 0 || number > uint64_t(INT64_MAX)) return false;
    *unit = static_cast<int64_t>(number);
    if (at == name.size()) return true;
    if (name[at] != '-') return false;
    name.remove_prefix(at + 1);
    at = digits(name, &number);
    return at != 0 && at == name.size();
  }

  // How many digits `text` begins with, at most 18, and their number.
  static size_t digits(std::string_view text, uint64_t* number) {
    size_t at = 0;
    for (*number = 0; at < text.size() && at < 18 && text[at] >= '0' && text[at] <= '9'; ++at)
      *number = *number * 10 + (text[at] - '0');
    return at;
  }

  bool word(std::string_view line) {
    std::string_view columns[kColumns];
    int count = 0;
    for (size_t at = 0; count <= kColumns; ++count) {
      const size_t tab = line.find('\t', at);
      if (count < kColumns) columns[count] = line.substr(at, tab - at);
      if (tab == std::string_view::npos) {
        ++count;
        break;
      }
      at = tab + 1;
    }
    if (count != kColumns) return fail("columns", line, count);
    uint64_t id;
    const size_t length = digits(columns[kId], &id);
    if (length != 0 && length < columns[kId].size() && is_range_or_empty_node(columns[kId].substr(length))) return true;
    if (length == 0 || length != columns[kId].size() || id != words() + 1)
      return fail("id", columns[kId], words() + 1);
    if (words() >= kMaxSentence) return fail("too_many", {}, kMaxSentence);
    return add(columns);
  }

  bool add(const std::string_view* columns) {
    if (columns[kForm].empty()) return fail("empty_form", {});
    uint64_t head;
    const size_t length = digits(columns[kHead], &head);
    if (length == 0 || length != columns[kHead].size()) return fail("head", columns[kHead]);
    form_ids.push_back(static_cast<int32_t>(forms.add(columns[kForm])));
    lemma_ids.push_back(static_cast<int32_t>(lemmas.add(or_no_value(columns[kLemma]))));
    upos_ids.push_back(static_cast<int32_t>(upos.add(or_no_value(columns[kUpos]))));
    tag_ids.push_back(static_cast<int32_t>(tags.add(or_no_value(columns[kXpos]))));
    relation_ids.push_back(static_cast<int32_t>(relations.add(or_no_value(columns[kRelation]))));
    heads.push_back(static_cast<int32_t>(std::min<uint64_t>(head, kMaxSentence + 1)) - 1);  // too large for any sentence
    return true;
  }

  static std::string_view or_no_value(std::string_view text) { return text.empty() ? kNoValue : text; }

  // 3-4, a token of several words, or 3.1, a word that is not in the text.
  static bool is_range_or_empty_node(std::string_view rest) {
    uint64_t number;
    return (rest[0] == '-' || rest[0] == '.') && rest.size() > 1 && digits(rest.substr(1), &number) == rest.size() - 1;
  }

  size_t words() const { return form_ids.size() - static_cast<size_t>(begins.back()); }

  bool end_sentence() {
    if (words() == 0) return true;
    if (!check_heads()) return false;
    ++sentence_;
    if (sentence_ == 1) numbered_ = numbered_ && has_unit_;
    if (numbered_ && !has_unit_) return fail("sent_id", {});
    units.push_back(numbered_ ? unit_ : static_cast<int64_t>(sentence_));
    begins.push_back(static_cast<int64_t>(form_ids.size()));
    has_unit_ = false;
    return true;
  }

  // Every head is a word of the sentence, and every way up ends at a root.
  bool check_heads() {
    const size_t n = words();
    const int32_t* head = heads.data() + begins.back();
    reached_.assign(n, 0);
    for (size_t start = 0; start < n; ++start) {
      const uint32_t mark = static_cast<uint32_t>(start) + 1;
      int64_t at = static_cast<int64_t>(start);
      for (; at >= 0 && reached_[at] == 0; at = head[at]) {
        reached_[at] = mark;
        if (head[at] >= static_cast<int64_t>(n)) return fail("head_range", std::to_string(head[at] + 1), n);
      }
      if (at >= 0 && reached_[at] == mark) return fail("cycle", std::to_string(at + 1));
    }
    return true;
  }

  bool fail(const char* problem, std::string_view found, uint64_t number = 0) {
    problem_ = problem;
    found_.assign(found.substr(0, 200));
    number_ = number;
    return false;
  }

  LineFeed feed_;
  bool numbered_, has_unit_ = false;
  int64_t unit_ = 0;
  uint64_t sentence_ = 0, lines_ = 0, number_ = 0;
  size_t dropped_ = 0;
  std::vector<uint32_t> reached_;
  const char* problem_ = "";
  std::string found_;
};

}  // namespace paragen
