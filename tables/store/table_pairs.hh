// The pairs of one table and their phrases: read in any order, cut into words, reduced to the best options of each phrase.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "tables/store/store.hh"

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

// Every distinct phrase once: its text, and the phrase it stands for once it is cut into words.
//
// Phrases are met as raw text. One of plain lower-case ASCII words is its own normal form; any other waits until
// the tokeniser has given its words (or, where the text is taken as it is, never).
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

// Numbers the slots of each tag from 1, in the order of the source, so that a pattern is one phrase. False: the sides do not have
// the same slots, each once, no more than kMaxSlots; or only one matches the start or end of a sentence; or the source is slots
// only.
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

constexpr uint32_t kMaxOptions = 0xFFFF;  // a phrase and table: as many as a packed list can hold

struct PhrasePair {
  uint32_t source;  // phrases of the pool
  uint32_t target;
  float logscore;   // natural
  uint32_t label;   // of the source; 0: none
};

// What a table held when it was read. Stored in the packed file, field for field.
struct TableCountsC {
  uint64_t pairs = 0;    // distinct
  uint64_t phrases = 0;  // distinct sources
  uint64_t options = 0;  // pairs kept
  double min_logscore = 0;
};

// Groups pairs by source (counting sort): indexes of `pairs`, and where each source's begin.
struct BySource {
  std::vector<uint32_t> begin, index;

  template <class Pairs>
  BySource(const Pairs& pairs, uint32_t n_phrases) : begin(uint64_t(n_phrases) + 1, 0), index(pairs.size()) {
    if (pairs.size() >= 0xFFFFFFFFu) throw std::length_error("more than 2^32 - 2 phrase pairs");
    for (const auto& pair : pairs) ++begin[pair.source + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
    for (uint32_t i = 0; i < pairs.size(); ++i) index[next[pairs[i].source]++] = i;
  }
};

// Keeps the best score of each target; the caller's bucket shrinks to the distinct ones.
inline void drop_repeats(std::vector<PhrasePair>* bucket) {
  std::sort(bucket->begin(), bucket->end(), [](const PhrasePair& a, const PhrasePair& b) {
    return a.target != b.target ? a.target < b.target : a.logscore > b.logscore;
  });
  const auto same = [](const PhrasePair& a, const PhrasePair& b) { return a.target == b.target; };
  bucket->erase(std::unique(bucket->begin(), bucket->end(), same), bucket->end());
}

// Best first; ties by the bytes of the text.
inline void keep_best(const PhrasePool& pool, uint32_t top, std::vector<PhrasePair>* bucket) {
  const auto better = [&pool](const PhrasePair& a, const PhrasePair& b) {
    return a.logscore != b.logscore ? a.logscore > b.logscore : pool.text(a.target) < pool.text(b.target);
  };
  const size_t kept = std::min<size_t>(bucket->size(), top);
  std::partial_sort(bucket->begin(), bucket->begin() + kept, bucket->end(), better);
  bucket->resize(kept);
}

// Reduces the pairs of a table whose phrases are normal, in place: what stays is the `top` best of each source, grouped by it.
inline TableCountsC reduce_table(const PhrasePool& pool, uint32_t top, std::vector<PhrasePair>* pairs) {
  TableCountsC counts;
  std::vector<PhrasePair> kept, bucket;
  const BySource groups(*pairs, pool.size());
  for (uint32_t source = 0; source < pool.size(); ++source) {
    if (groups.begin[source] == groups.begin[source + 1]) continue;
    bucket.clear();
    for (uint32_t i = groups.begin[source]; i < groups.begin[source + 1]; ++i) bucket.push_back((*pairs)[groups.index[i]]);
    drop_repeats(&bucket);
    counts.pairs += bucket.size();
    ++counts.phrases;
    for (const PhrasePair& pair : bucket) counts.min_logscore = std::min(counts.min_logscore, double(pair.logscore));
    keep_best(pool, top, &bucket);
    kept.insert(kept.end(), bucket.begin(), bucket.end());
  }
  counts.options = kept.size();
  pairs->swap(kept);
  return counts;
}

}  // namespace paragen
