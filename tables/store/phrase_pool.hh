// Every distinct phrase once: its text, and the phrase it stands for once it is cut into words.
//
// Phrases are met as raw text. One of plain lower-case ASCII words is its own normal form; any other waits until
// the tokeniser has given its words (or, where the text is taken as it is, never).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "tables/store/label_word.hh"

namespace paragen {

constexpr uint32_t kPending = 0xFFFFFFFFu;  // the tokeniser has not been asked
constexpr uint32_t kNoWords = 0xFFFFFFFEu;  // it found no word

// Visit the words of a phrase, which single spaces separate.
template <class Visit>
void each_word(std::string_view text, Visit visit) {
  while (true) {
    const size_t space = text.find(' ');
    visit(text.substr(0, space));
    if (space == std::string_view::npos) return;
    text.remove_prefix(space + 1);
  }
}

inline bool is_plain(std::string_view text) {
  bool space = true;  // a space here would be doubled or at the edge
  for (const char c : text) {
    if (c == ' ') {
      if (space) return false;
      space = true;
    } else if (c >= 'a' && c <= 'z') {
      space = false;
    } else {
      return false;
    }
  }
  return !space;
}

class PhrasePool {
 public:
  explicit PhrasePool(bool tokenized) : tokenized_(tokenized) {}

  uint32_t add_raw(std::string_view text) {
    const uint32_t id = add(text);
    if (!known_raw_[id]) {
      known_raw_[id] = true;
      if ((tokenized_ && !has_label_mark(text)) || is_plain(text)) normal_[id] = id;
      else pending_.push_back(id);
    }
    return id;
  }

  // The answer of the tokeniser for a pending phrase: its words, joined by single spaces.
  void settle(uint32_t id, std::string_view words) {
    const uint32_t normal = words.empty() ? kNoWords : add(words);
    normal_[id] = normal;  // after add(), which may move normal_
  }

  // The phrase with the word of a label behind the words of a normal one.
  uint32_t labelled(uint32_t id, std::string_view word) {
    std::string text(texts_.text(id));
    text.append(1, ' ').append(word);
    return add(text);
  }

  // A phrase of words between single spaces.
  uint32_t add_normal(std::string_view text) {
    const uint32_t id = add(text);
    return normal_[id] = id;
  }

  void clear_pending() { pending_.clear(); }
  const std::vector<uint32_t>& pending() const { return pending_; }
  uint32_t normal(uint32_t id) const { return normal_[id]; }
  uint32_t size() const { return texts_.size(); }

  std::string_view text(uint32_t id) const { return texts_.text(id); }

 private:
  uint32_t add(std::string_view text) {
    const uint32_t id = texts_.add(text);
    if (id == normal_.size()) {
      normal_.push_back(kPending);
      known_raw_.push_back(false);
    }
    return id;
  }

  bool tokenized_;
  Interner texts_;
  std::vector<uint32_t> normal_;
  std::vector<bool> known_raw_;
  std::vector<uint32_t> pending_;
};

}  // namespace paragen
