// Text -> word ids: `<s> w1 … wn </s>` for every line, blank ones included.
//
// Words are what space, tab, carriage return and NUL separate; only a line feed ends a line. Text comes in pieces cut
// anywhere. The last line of a file is a sentence whether or not a line feed ends it (lmplz leaves its </s> out).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "src/paragen/base/utf8.hh"

namespace paragen::estimate {

constexpr uint32_t kUnknown = 0, kBegin = 1, kEnd = 2;  // <unk>, <s>, </s>

class WordTable : public Interner {
 public:
  WordTable() {
    for (const char* special : {"<unk>", "<s>", "</s>"}) add(special);
  }
};

constexpr size_t kLongestWord = 1 << 15;  // bytes; so a line of an ARPA file has room for the longest n-gram

// Something in a text that is no ordinary word.
struct CorpusFault {
  std::string found, expected, remedy;
};

class Corpus {
 public:
  explicit Corpus(bool skip_specials) : skip_specials_(skip_specials) {
    for (const char separator : {' ', '\t', '\r', '\n', '\0'}) separates_[static_cast<unsigned char>(separator)] = true;
  }

  // Takes the next piece of a file. False when something other than ordinary words stands in the text: see fault().
  bool feed(const char* text, size_t length) {
    const char* const end = text + length;
    if (!pending_.empty()) {
      const char* const word_end = find_end(text, end);
      pending_.append(text, word_end);
      if (word_end == end) return pending_.size() <= kLongestWord || fail_long();
      if (!flush_pending()) return false;
      text = word_end;
    }
    while (text != end) {
      if (separates(*text)) {
        if (*text == '\n') end_line();
        ++text;
        continue;
      }
      const char* const word_end = find_end(text, end);
      if (word_end == end) {
        pending_.assign(text, end);
        return true;
      }
      if (!add(text, word_end - text)) return false;
      text = word_end;
    }
    return true;
  }

  bool end_file() {
    if (!pending_.empty() && !flush_pending()) return false;
    if (open_) end_line();
    return true;
  }

  // Forgets tokens that were counted, and gives their memory back; a sentence begun goes on.
  void drop_tokens() { std::vector<uint32_t>().swap(tokens_); }

  const WordTable& words() const { return words_; }
  const std::vector<uint32_t>& tokens() const { return tokens_; }
  uint64_t n_tokens() const { return n_tokens_; }           // words, without <s> and </s>
  uint64_t n_sentences() const { return n_sentences_; }
  const CorpusFault& fault() const { return fault_; }
  uint64_t line() const { return n_lines_ + 1; }            // in this file, from 1
  void begin_file() { n_lines_ = 0; }

 private:
  bool separates(char c) const { return separates_[static_cast<unsigned char>(c)]; }

  const char* find_end(const char* at, const char* end) const {
    while (at != end && !separates(*at)) ++at;
    return at;
  }

  bool flush_pending() {
    const bool added = add(pending_.data(), pending_.size());
    pending_.clear();
    return added;
  }

  bool add(const char* word, size_t length) {
    if (length > kLongestWord) return fail_long();
    const uint32_t id = words_.add({word, length});
    if (id <= kEnd) {
      return skip_specials_ ||
             fail("the special word " + std::string(words_.text(id)), "ordinary words only",
                  "Take it out, or pass --skip-symbols (in Python skip_symbols=True) to read <s>, </s> and <unk> as white "
                  "space.");
    }
    if (id >= n_checked_) {  // a new word
      if (!is_text(word, length)) return fail("broken UTF-8", "text in UTF-8", "Convert it with iconv.");
      n_checked_ = id + 1;
    }
    if (!open_) begin_line();
    tokens_.push_back(id);
    ++n_tokens_;
    return true;
  }

  bool fail(std::string found, std::string expected, std::string remedy) {
    fault_ = {std::move(found), std::move(expected), std::move(remedy)};
    return false;
  }

  bool fail_long() {
    return fail("a word of more than " + std::to_string(kLongestWord >> 10) + " KiB", "words with white space between them",
                "Is this a text?");
  }

  void begin_line() {
    tokens_.push_back(kBegin);
    open_ = true;
  }

  void end_line() {
    if (!open_) begin_line();
    tokens_.push_back(kEnd);
    open_ = false;
    ++n_sentences_;
    ++n_lines_;
  }

  WordTable words_;
  std::vector<uint32_t> tokens_;
  std::string pending_;  // the beginning of a word cut by the end of a piece
  std::array<bool, 256> separates_{};
  uint64_t n_tokens_ = 0, n_sentences_ = 0, n_lines_ = 0;
  uint32_t n_checked_ = 0;
  CorpusFault fault_;
  bool skip_specials_, open_ = false;
};

}  // namespace paragen::estimate
