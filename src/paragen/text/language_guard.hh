// Finds the passages of a text that are not in a given language.
//
// A linear classifier votes on each word, by its letters (hashed n-grams) and as a whole; two states, in and out of the
// language, smooth the votes of a line (Viterbi). All arithmetic is on integers, so the result is the same everywhere.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paragen {

enum class CharKind : uint8_t { kSpace, kLatin, kOther, kMark, kApostrophe, kCode, kStop, kPunctuation };

// What a code point is: a Latin letter, a letter of another script, a combining mark, part of code, ...
inline CharKind char_kind(uint32_t c) {
  if (c < 0x80) {
    if ((c | 0x20) - 'a' < 26) return CharKind::kLatin;
    if (c <= ' ' || c == 0x7f) return CharKind::kSpace;
    if (c == '\'') return CharKind::kApostrophe;
    if (c == '.' || c == '!' || c == '?' || c == ':' || c == ';' || c == '"' || c == '(' || c == ')') return CharKind::kStop;
    if (c - '0' < 10 || c == '_' || c == '@' || c == '/' || c == '\\' || c == '=' || c == '<' || c == '>' || c == '{' ||
        c == '}' || c == '`' || c == '#' || c == '$' || c == '|' || c == '~' || c == '^')
      return CharKind::kCode;
    return CharKind::kPunctuation;
  }
  if (c < 0x250) {
    if (c >= 0xc0 && c != 0xd7 && c != 0xf7) return CharKind::kLatin;
    if (c == 0xa0 || c == 0x85) return CharKind::kSpace;
    if (c == 0xab || c == 0xbb || c == 0xbf || c == 0xa1) return CharKind::kStop;
    return CharKind::kPunctuation;
  }
  if (c < 0x370) return c == 0x2bc ? CharKind::kApostrophe : c < 0x300 ? CharKind::kPunctuation : CharKind::kMark;
  if (c >= 0x1e00 && c < 0x1f00) return CharKind::kLatin;
  if (c < 0x2000) return CharKind::kOther;
  if (c < 0x2c00) {
    if (c == 0x2019 || c == 0x2018) return CharKind::kApostrophe;
    if (c == 0x201c || c == 0x201d || c == 0x201e || c == 0x2039 || c == 0x203a || c == 0x2026) return CharKind::kStop;
    if (c <= 0x200a || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f) return CharKind::kSpace;
    return CharKind::kPunctuation;
  }
  if (c < 0x2e00 || (c >= 0x2e80 && c < 0x3000) || (c >= 0x3040 && c < 0xd800)) return CharKind::kOther;
  if (c < 0xf900) return c == 0x3000 ? CharKind::kSpace : CharKind::kPunctuation;  // ideographic marks, surrogates, private use
  if (c >= 0xff21 && c <= 0xff5a) return (c & 0x1f) == 0 || (c & 0x1f) > 26 ? CharKind::kPunctuation : CharKind::kLatin;
  if (c < 0xfe00 || (c >= 0xfe70 && c < 0xff00 && c != 0xfeff) || (c >= 0xff66 && c < 0xffe0)) return CharKind::kOther;
  if (c < 0x10000) return CharKind::kPunctuation;
  return c >= 0x1d000 && c < 0x20000 ? CharKind::kPunctuation : CharKind::kOther;  // emoji, symbols
}

// The lower case of a Latin letter; `c` itself for other characters and for letters with none of one code point.
inline uint32_t lower_latin(uint32_t c) {
  if (c < 0x80) return c - 'A' < 26 ? c + 0x20 : c;
  if (c < 0x100) return c >= 0xc0 && c < 0xdf && c != 0xd7 ? c + 0x20 : c;
  if (c < 0x180) {
    if (c == 0x130 || c == 0x178) return c == 0x130 ? 'i' : 0xff;
    const bool odd_capitals = (c >= 0x139 && c <= 0x148) || c >= 0x179;
    return c != 0x131 && c != 0x138 && c != 0x149 && c != 0x17f && (c & 1) == odd_capitals ? c + 1 : c;
  }
  if (c >= 0x218 && c < 0x220) return c | 1;
  if (c >= 0x1e00 && c < 0x1f00) return (c >= 0x1e96 && c < 0x1ea0) ? c : c | 1;
  if (c >= 0xff21 && c <= 0xff5a) return (c & 0x1f) + 0x60;
  return c;
}

// One table of weights: a power of two of them, chosen by the hash of a feature.
struct GuardWeights {
  const int8_t* weights = nullptr;
  uint32_t mask = 0;  // their number less one
};

// Units of a vote: 16 a natural log of odds. Positive: in the language.
constexpr int32_t kVoteLimit = 96;  // no word says more than that
constexpr int32_t kOtherLetter = -24;  // the vote of each letter of another script
constexpr int32_t kBegin = 20;  // what a passage costs at the beginning of a line, or of a sentence
constexpr int32_t kEnter = 100, kLeave = 250;  // and within a sentence, on either side
constexpr int32_t kNameShare = 4, kFirstShare = 2;  // of the vote of a word that may be a name, the latter first in a sentence
constexpr size_t kLongestWord = 40;  // letters that are looked at

// Calls `found` with the number of each feature of a word, given with a mark for its ends: n-grams of two to five letters,
// and the word.
template <class Found>
void each_feature(const uint32_t* letters, size_t n, Found found) {
  for (size_t i = 0; i < n; ++i) {
    uint32_t hash = 2166136261u;
    for (size_t length = 1; length <= 5 && i + length <= n; ++length) {
      hash = (hash ^ letters[i + length - 1]) * 16777619u;
      if (length > 1) found((hash ^ (hash >> 15)) * 0x85ebca6bu >> 7);
    }
  }
  uint32_t hash = 0x9e3779b9u;
  for (size_t i = 0; i < n; ++i) hash = (hash ^ letters[i]) * 16777619u;
  found((hash ^ (hash >> 15)) * 0x85ebca6bu >> 7);
}

inline void word_features(const uint32_t* letters, size_t n, std::vector<uint32_t>* out) {
  each_feature(letters, n, [&](uint32_t feature) { out->push_back(feature); });
}

struct TextSpan {
  size_t begin, end;
};

class LanguageScanner {
 public:
  explicit LanguageScanner(GuardWeights weights) : weights_(weights) {}

  // Appends the passages of a text that are not in the language, in order; a line that has nothing else is one as a whole.
  template <class Char>
  void scan(const Char* text, size_t n, std::vector<TextSpan>* out) {
    for (size_t begin = 0; begin < n;) {
      size_t end = begin;
      while (end < n && text[end] != '\n') ++end;
      end += end < n;
      scan_line(text, begin, end, out);
      begin = end;
    }
  }

  // The vote of one word in lower case, without its limit.
  int32_t vote(const uint32_t* letters, size_t n) const {
    int32_t sum = 0;
    each_feature(letters, n, [&](uint32_t feature) { sum += weights_.weights[feature & weights_.mask]; });
    return sum;
  }

 private:
  struct Word {
    size_t begin, end;
    size_t chunk;  // where the run of characters without spaces begins that it is part of
    int32_t vote;
    bool starts;  // it is the first of a line, a sentence or a quotation
    bool capital, upper;
  };

  template <class Char>
  void scan_line(const Char* text, size_t begin, size_t end, std::vector<TextSpan>* out) {
    words_.clear();
    bool lower_case = false, starts = true;
    for (size_t i = begin; i < end;) {
      const CharKind kind = char_kind(text[i]);
      if (kind == CharKind::kSpace) {
        ++i;
        continue;
      }
      size_t chunk = i;  // up to the next space
      bool code = false;
      CharKind last = CharKind::kSpace;
      for (; chunk < end; ++chunk) {
        const CharKind now = char_kind(text[chunk]);
        if (now == CharKind::kSpace) break;
        code |= now == CharKind::kCode || (last == CharKind::kStop && now == CharKind::kLatin && chunk > i + 1 &&
                                           (text[chunk - 1] == '.' || text[chunk - 1] == ':') &&
                                           char_kind(text[chunk - 2]) == CharKind::kLatin);
        last = now;
      }
      if (code) {
        starts = last == CharKind::kStop && text[chunk - 1] != '.';  // "am 8. April"
        i = chunk;
      } else {
        i = read_words(text, i, chunk, &starts, &lower_case);
      }
    }
    for (Word& word : words_) {
      if (!lower_case) word.capital = false;  // all capitals: they say nothing
      if (word.capital) word.vote /= word.starts && !word.upper ? kFirstShare : kNameShare;
    }
    smooth(begin, end, out);
  }

  // Adds the words of a run without spaces, and returns its end.
  template <class Char>
  size_t read_words(const Char* text, size_t i, size_t end, bool* starts, bool* lower_case) {
    const size_t chunk = i;
    while (i < end) {
      const CharKind kind = char_kind(text[i]);
      if (kind != CharKind::kLatin && kind != CharKind::kOther) {
        *starts |= kind == CharKind::kStop;
        ++i;
        continue;
      }
      Word word{i, i, chunk, 0, *starts, false, true};
      size_t n = 0, capitals = 0, others = 0;
      letters_[n++] = ' ';
      for (; i < end; ++i) {
        const CharKind now = char_kind(text[i]);
        if (now == CharKind::kMark) continue;
        if (now == CharKind::kOther) {
          ++others;
          continue;
        }
        if (now == CharKind::kApostrophe) {  // within a word only
          if (i + 1 == end || char_kind(text[i + 1]) != CharKind::kLatin) break;
          if (n < kLongestWord) letters_[n++] = '\'';
          continue;
        }
        if (now != CharKind::kLatin) break;
        const uint32_t letter = lower_latin(text[i]);
        if (letter != text[i]) {
          ++capitals;
          word.capital |= i == word.begin;
        } else {
          *lower_case = true, word.upper = false;
        }
        if (n < kLongestWord) letters_[n++] = letter;
      }
      word.end = i;
      word.upper &= capitals > 1;
      if (capitals > 1 && !word.upper && n < kLongestWord) {
        words_.push_back(word);  // camelCase, McDonald: a name
      } else {
        letters_[n++] = ' ';
        word.vote = n > 2 ? std::clamp(vote(letters_, n), -kVoteLimit, kVoteLimit) : 0;
        word.vote += kOtherLetter * static_cast<int32_t>(std::min<size_t>(others, 1 << 16));
        words_.push_back(word);
      }
      *starts = false;
    }
    return end;
  }

  // Appends the passages of the words of a line for which the sum of votes, less what passages cost, is the least.
  void smooth(size_t begin, size_t end, std::vector<TextSpan>* out) {
    const size_t n = words_.size();
    if (n == 0) return;
    from_.assign(2 * n, 0);
    int64_t in = 0, outside = 0;  // the best gain so far, by the state of the last word
    for (size_t i = 0; i < n; ++i) {
      const Word& word = words_[i];
      const int64_t enter = in - (word.starts ? kBegin : kEnter), leave = outside - (word.starts ? 0 : kLeave);
      const bool entered = i == 0 || enter > outside, left = i > 0 && leave > in;
      from_[2 * i] = left, from_[2 * i + 1] = !entered;
      const int64_t next = left ? leave : in;
      outside = (entered ? enter : outside) - word.vote;
      in = next;
    }
    bool state = outside > in;
    outside_.clear();
    for (size_t i = n; i-- > 0;) {
      if (state) outside_.push_back(i);
      state = from_[2 * i + state] != 0;
    }
    std::reverse(outside_.begin(), outside_.end());
    if (only_names_inside()) {
      append(begin, end, out);
      return;
    }
    for (size_t k = 0; k < outside_.size();) {
      const size_t first = k;
      size_t lower = 0;
      for (; k < outside_.size() && outside_[k] == outside_[first] + (k - first); ++k) lower += !words_[outside_[k]].capital;
      const Word &one = words_[outside_[first]], &last = words_[outside_[k - 1]];
      if (lower > 0 && one.chunk != last.chunk) append(one.begin, last.end, out);
    }
  }

  // Whether what is in the language is no more than words with a capital, beside a passage that is not.
  bool only_names_inside() const {
    size_t k = 0, lower = 0;
    for (size_t i = 0; i < words_.size(); ++i) {
      if (k < outside_.size() && outside_[k] == i) {
        lower += !words_[i].capital;
        ++k;
      } else if (!words_[i].capital) {
        return false;
      }
    }
    return outside_.size() == words_.size() || lower > 1;
  }

  static void append(size_t begin, size_t end, std::vector<TextSpan>* out) {
    if (!out->empty() && out->back().end == begin) {
      out->back().end = end;
    } else {
      out->push_back({begin, end});
    }
  }

  GuardWeights weights_;
  uint32_t letters_[kLongestWord + 2];
  std::vector<Word> words_;
  std::vector<uint8_t> from_;  // whether the word before was outside, by word and state
  std::vector<size_t> outside_;  // words outside
};

}  // namespace paragen
