// Parses indexed by their text, with function words as heads, and mapped to the words of a bitext.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/patterns/parse_words.hh"

namespace paragen::patterns {

enum class ParseVerdict : uint8_t { good = 0, none, other_words };

inline const char* name_of(ParseVerdict value) {
  switch (value) {
    case ParseVerdict::good: return "good";
    case ParseVerdict::none: return "none";
    case ParseVerdict::other_words: return "other_words";
  }
  return "";  // no other value
}

// Texts have no spaces here: they are compared letter by letter, wherever either side begins a word.
class ParseIndex {
 public:
  // Adds the next sentence; sentences in a row with the same unit are one text. Heads count from 0; -1 is a root.
  void add(
      int64_t unit, const std::string_view* forms, const uint8_t* tags, const Relation* relations, const int32_t* given,
      size_t n_words) {
    if (unit != unit_) end();
    unit_ = unit;
    std::vector<int32_t> heads(given, given + n_words);
    function_words_.lift(relations, tags, heads.data(), static_cast<uint32_t>(n_words));
    const int32_t first = static_cast<int32_t>(open_.size());
    for (size_t i = 0; i < n_words; ++i) {
      for (const char c : forms[i])
        if (c != ' ') text_.push_back(c);
      open_.push_back({static_cast<uint32_t>(text_.size()), heads[i] < 0 ? -1 : first + heads[i], tags[i]});
    }
  }

  // Ends the last text. Of two parses of a text, the first stays.
  void end() {
    if (!text_.empty() && texts_.add(text_) == begins_.size() - 1) {
      words_.insert(words_.end(), open_.begin(), open_.end());
      begins_.push_back(words_.size());
    }
    text_.clear();
    open_.clear();
  }

  size_t size() const { return texts_.size(); }

  // Whether any word has a tag that slots may have.
  bool tagged() const {
    return std::any_of(words_.begin(), words_.end(), [](const Word& word) { return may_be_slot(word.tag); });
  }

  // Appends "TAG/head" for each word of `line`, heads counted from 1, 0 for a root; nothing where there is no parse. Several
  // words of the parse in one of the line are one: with the tag of the first, and the head of the topmost.
  ParseVerdict join(std::string_view line, TextColumn* out) {
    cut(line);
    const uint32_t id = ends_.empty() ? kNotFound : texts_.find(text_);
    ParseVerdict verdict = ParseVerdict::none;
    if (id != kNotFound) verdict = place(id) ? ParseVerdict::good : ParseVerdict::other_words;
    if (verdict == ParseVerdict::good) write(id, out);
    text_.clear();
    out->close();
    return verdict;
  }

 private:
  struct Word {
    uint32_t end;  // in the text
    int32_t head;
    uint8_t tag;
  };

  void cut(std::string_view line) {
    text_.clear();
    ends_.clear();
    for (size_t i = 0; i < line.size(); ++i) {
      if (line[i] != ' ') text_.push_back(line[i]);
      if ((i + 1 == line.size() || line[i + 1] == ' ') && line[i] != ' ') ends_.push_back(static_cast<uint32_t>(text_.size()));
    }
  }

  // Finds the word of the line that each word of the parse is in; false where one is in several.
  bool place(uint32_t id) {
    of_.clear();
    uint32_t at = 0, begin = 0;
    for (size_t i = begins_[id]; i < begins_[id + 1]; ++i) {
      if (words_[i].end == begin) {  // a form of spaces only
        of_.push_back(at);
        continue;
      }
      while (at < ends_.size() && ends_[at] <= begin) ++at;
      if (at == ends_.size() || words_[i].end > ends_[at]) return false;
      of_.push_back(at);
      begin = words_[i].end;
    }
    return true;
  }

  void write(uint32_t id, TextColumn* out) {
    const Word* words = words_.data() + begins_[id];
    size_t i = 0;
    for (uint32_t at = 0; at < ends_.size(); ++at) {
      const size_t first = i;
      size_t top = i;
      for (; i < of_.size() && of_[i] == at; ++i)
        if (depth(words, i) < depth(words, top)) top = i;
      const int32_t head = words[top].head;
      if (at > 0) out->append(" ");
      out->append(tag_name(words[first].tag));
      out->append("/");
      out->append(std::to_string(head < 0 ? 0 : of_[head] + 1));
    }
  }

  static uint32_t depth(const Word* words, size_t i) {
    uint32_t found = 0;
    for (int32_t at = words[i].head; at >= 0; at = words[at].head) ++found;
    return found;
  }

  FunctionWords function_words_;
  Interner texts_;
  std::vector<uint64_t> begins_ = std::vector<uint64_t>(1, 0);
  std::vector<Word> words_;

  int64_t unit_ = -1;       // of the text that is being added
  std::string text_;        // it, or the one looked up
  std::vector<Word> open_;  // its words
  std::vector<uint32_t> ends_, of_;
};

}  // namespace paragen::patterns
