// The slots of a pair of patterns are numbered in the order of its source when it is packed, so that a pattern is one phrase.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tables/store/phrase_pool.hh"
#include "tables/store/slot_word.hh"

namespace paragen {

// Numbers the slots of each tag from 1. False: the sides do not have the same slots, each once, no more than kMaxSlots, or only
// one matches the start or end of a sentence; or the source is slots only.
class SlotNumbers {
 public:
  bool number(std::string_view source, std::string_view target, std::string* new_source, std::string* new_target) {
    old_.clear();
    now_.clear();
    if (!rewrite(source, true, new_source) || !rewrite(target, false, new_target)) return false;
    if (begins_sentence(source) != begins_sentence(target) || ends_sentence(source) != ends_sentence(target)) return false;
    for (const std::string& slot : now_)  // each once, as there are as many
      if (new_target->find(slot) == std::string::npos) return false;
    return true;
  }

 private:
  bool rewrite(std::string_view text, bool is_source, std::string* made) {
    uint32_t n_slots = 0, n_words = 0;
    bool good = true;
    made->clear();
    each_word(text, [&](std::string_view word) {
      ++n_words;
      if (!made->empty()) made->push_back(' ');
      if (!is_slot_word(word)) {
        made->append(word);
        return;
      }
      ++n_slots;
      size_t at = 0;
      while (at < old_.size() && old_[at] != word) ++at;
      good = good && (is_source ? at == old_.size() && at < kMaxSlots : at < old_.size());
      if (good && is_source) add(word);
      if (good) made->append(now_[at]);
    });
    return good && n_slots == old_.size() && (!is_source || n_words > n_slots);
  }

  void add(std::string_view word) {
    uint32_t number = 1;
    for (const std::string_view other : old_) number += slot_tag(other) == slot_tag(word);
    old_.push_back(word);
    now_.push_back(slot_word(slot_tag(word), number));
  }

  static bool begins_sentence(std::string_view text) {
    return text.substr(0, kSentenceBegin.size()) == kSentenceBegin && text.substr(kSentenceBegin.size(), 1) == " ";
  }

  static bool ends_sentence(std::string_view text) {
    const size_t n = kPatternEnd.size();
    return text.size() > n && text.substr(text.size() - n) == kPatternEnd && text[text.size() - n - 1] == ' ';
  }

  std::vector<std::string_view> old_;  // slots of the source
  std::vector<std::string> now_;       // their new names
};

}  // namespace paragen
