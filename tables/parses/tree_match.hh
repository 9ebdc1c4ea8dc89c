// Which leaf of a tree begins where a word of the sentence does, though both were cut and written in different ways.
#pragma once
#include <Python.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tables/parses/tree.hh"

namespace paragen {

// Texts one after the other, as comparable characters: without white space, in lower case, quotation marks, dashes of any
// length and escapes (-LRB-, &apos;) in one form. Knows the places between texts. clear(), add() each, finish().
class FoldedTexts {
 public:
  static constexpr uint32_t kInside = UINT32_MAX;  // behind all places

  void clear() {
    characters_.clear();
    begins_.clear();
  }

  // Adds a text in UTF-8; invalid UTF-8 is taken byte by byte.
  void add(std::string_view text) {
    begins_.push_back(size());
    const unsigned char* at = reinterpret_cast<const unsigned char*>(text.data());
    const unsigned char* end = at + text.size();
    while (at != end) {
      const size_t length = utf8_length(at, end);
      uint32_t c = at[0];
      if (length > 1) c &= 0x7Fu >> length;
      for (size_t i = 1; i < length; ++i) c = c << 6 | (at[i] & 0x3F);
      put(c);
      at += length == 0 ? 1 : length;
    }
  }

  // Makes one hyphen of hyphens one after the other.
  void finish() {
    uint32_t kept = 0, before = 0;
    size_t text = 0;
    for (uint32_t at = 0; at <= size(); ++at) {
      const uint32_t c = at < size() ? characters_[at] : 0;
      const bool goes_on = c == '-' && before == '-';
      for (; text < begins_.size() && (begins_[text] == kInside || begins_[text] == at); ++text)
        if (begins_[text] == at) begins_[text] = goes_on ? kInside : kept;
      if (at < size() && !goes_on) characters_[kept++] = c;
      before = c;
    }
    characters_.resize(kept);
  }

  uint32_t size() const { return static_cast<uint32_t>(characters_.size()); }
  const std::vector<uint32_t>& characters() const { return characters_; }

  // Where each text begins; kInside where that is within what counts as one character, as the L of -LRB-.
  const std::vector<uint32_t>& begins() const { return begins_; }

 private:
  void put(uint32_t c) {
    if (c < 0x80) {
      put_ascii(c);
    } else if (is_mark_of(c, u"’‘‚‛ʼ＇′´")) {
      push('\'');
    } else if (is_mark_of(c, u"“”„‟″＂")) {
      push('\'');
      push('\'');
    } else if (c >= 0x2010 && c <= 0x2015) {  // hyphens and dashes
      push('-');
    } else if (c == 0x2026) {
      for (int i = 0; i < 3; ++i) push('.');
    } else if (!is_blank(c)) {
      push(c == 0x03C2 ? 0x03C3 : Py_UNICODE_TOLOWER(c));  // a sigma, which ends a word or does not
    }
  }

  void put_ascii(uint32_t c) {
    if (c <= ' ' || c == 0x7F) return;
    if (c == '`') c = '\'';
    if (c == '"') push('\'');
    if (c == '"') c = '\'';
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
    if ((c == '/' || c == '*') && !characters_.empty() && characters_.back() == '\\') cut(1);
    push(c);
    if (c == '-' || c == ';') unescape();
  }

  // Replaces escapes of Penn and Moses by what they stand for.
  void unescape() {
    constexpr std::string_view kEscapes[][2] = {
        {"-lrb-", "("}, {"-rrb-", ")"}, {"-lsb-", "["}, {"-rsb-", "]"}, {"-lcb-", "{"}, {"-rcb-", "}"}, {"&apos;", "'"},
        {"&quot;", "''"}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&#124;", "|"}, {"&#91;", "["}, {"&#93;", "]"},
    };
    for (const auto& [escape, meaning] : kEscapes) {
      if (!ends_with(escape)) continue;
      cut(escape.size());
      for (const char c : meaning) push(c);
      return;
    }
  }

  bool ends_with(std::string_view text) const {
    return characters_.size() >= text.size() && std::equal(text.rbegin(), text.rend(), characters_.rbegin());
  }

  // Removes the last characters, which become part of one: texts that begin among them, except at the first, are inside.
  void cut(size_t count) {
    const size_t first = characters_.size() - count;
    for (size_t i = begins_.size(); i-- > 0 && begins_[i] > first;) begins_[i] = kInside;
    characters_.resize(first);
  }

  void push(uint32_t c) { characters_.push_back(c); }

  static bool is_mark_of(uint32_t c, const char16_t* marks) {
    for (; *marks != 0; ++marks)
      if (*marks == c) return true;
    return false;
  }

  // What separates tokens, or is never seen.
  static bool is_blank(uint32_t c) {
    return c < 0xA1 || c == 0xAD || c == 0x0307 || (c >= 0x2000 && c <= 0x200B) || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x2060) || (c >= 0x2066 && c <= 0x2069) || c == 0x1680 ||
           c == 0x3000 || c == 0xFEFF;
  }

  std::vector<uint32_t> characters_, begins_;
};

// The boundaries of the words of a sentence as boundaries of the leaves of its tree.
class TreeMatch {
 public:
  static constexpr int64_t kNoLeaf = -1;

  void clear() { words_.clear(); }
  void add_word(std::string_view word) { words_.add(word); }

  // Fills boundaries() for the words added; false where the tree is of other words. Then word() and leaf() are the first that
  // differ; either may be the number of all, if the other has more.
  bool match(const Tree& tree) {
    leaves_.clear();
    for (uint32_t i = 0; i < tree.leaves(); ++i) leaves_.add(tree.leaf(i));
    leaves_.finish();
    words_.finish();
    const std::vector<uint32_t>&left = words_.characters(), &right = leaves_.characters();
    uint32_t same = 0;
    while (same < left.size() && same < right.size() && left[same] == right[same]) ++same;
    boundaries_.clear();
    if (same < left.size() || same < right.size()) {
      word_ = holder(words_, same);
      leaf_ = holder(leaves_, same);
      return false;
    }
    const std::vector<uint32_t>& begins = leaves_.begins();
    size_t leaf = 0;
    for (size_t word = 0; word <= words_.begins().size(); ++word) {
      const uint32_t at = word < words_.begins().size() ? words_.begins()[word] : words_.size();
      if (at == FoldedTexts::kInside) {
        boundaries_.push_back(kNoLeaf);
        continue;
      }
      while (leaf < begins.size() && (begins[leaf] == FoldedTexts::kInside || begins[leaf] < at)) ++leaf;
      const bool found = leaf < begins.size() ? begins[leaf] == at : at == leaves_.size();
      boundaries_.push_back(found ? static_cast<int64_t>(leaf) : kNoLeaf);
    }
    return true;
  }

  // For the start of each word, and the end of the last: the leaf that begins there (the number of leaves, at the end), or
  // kNoLeaf within a leaf.
  const std::vector<int64_t>& boundaries() const { return boundaries_; }
  size_t word() const { return word_; }
  size_t leaf() const { return leaf_; }

 private:
  // The text that holds a character.
  static size_t holder(const FoldedTexts& texts, uint32_t character) {
    const std::vector<uint32_t>& begins = texts.begins();
    if (character == texts.size()) return begins.size();
    size_t i = begins.size();
    while (i-- > 0 && begins[i] > character) {}
    return i;
  }

  FoldedTexts words_, leaves_;
  std::vector<int64_t> boundaries_;
  size_t word_ = 0, leaf_ = 0;
};

}  // namespace paragen
