// Paths between two nouns of a dependency tree, as patterns of two slots [Z09, section 4.4; Lin and Pantel 2001].
#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/patterns/parses.hh"

namespace paragen::patterns {

constexpr uint32_t kMaxPathSentence = 250;  // words of a sentence that paths are taken from

struct PathColumns {
  TextColumn pattern, x, y;  // the words between the nouns in the order of the sentence with [N_1], x, before [N_2], y
};

class PathFinder {
 public:
  // `of_lemmas`: paths are of lemmas, and have a verb.
  PathFinder(uint32_t max_words, bool of_lemmas) : max_words_(max_words), of_lemmas_(of_lemmas) {}

  // Appends the paths of a sentence; heads count from 0, -1 is a root, and are those of a tree. Nothing of longer sentences.
  void find(
      const std::string_view* forms, const std::string_view* lemmas, const uint8_t* tags, const Relation* relations,
      const int32_t* given, size_t n_words, PathColumns* out) {
    if (n_words > kMaxPathSentence) return;
    const uint32_t size = static_cast<uint32_t>(n_words);
    heads_.assign(given, given + n_words);
    function_words_.lift(relations, tags, heads_.data(), size);
    const std::string_view* words = of_lemmas_ ? lemmas : forms;
    for (uint32_t x = 0; x < size; ++x)
      for (uint32_t y = x + 1; y < size && tags[x] < kNouns; ++y)
        if (tags[y] < kNouns && connect(x, y, words, tags)) write(x, y, words, lemmas, out);
  }

 private:
  static constexpr uint8_t kNouns = 4, kVerbs = 6;  // tags of nouns come first, then those of verbs
  static bool is_verb(uint8_t tag) { return tag >= kNouns && tag < kNouns + kVerbs; }

  // Finds the words between two in the tree; false where there is no path, or none that is a pattern.
  bool connect(uint32_t x, uint32_t y, const std::string_view* words, const uint8_t* tags) {
    up_.clear();
    path_.clear();
    for (int32_t at = static_cast<int32_t>(x); at >= 0; at = heads_[at]) up_.push_back(at);
    int32_t meet = static_cast<int32_t>(y);
    for (; meet >= 0 && std::find(up_.begin(), up_.end(), meet) == up_.end(); meet = heads_[meet])
      path_.push_back(static_cast<uint32_t>(meet));
    if (meet < 0) return false;
    for (const int32_t at : up_) {
      path_.push_back(static_cast<uint32_t>(at));
      if (at == meet) break;
    }
    path_.erase(std::remove_if(path_.begin(), path_.end(), [&](uint32_t word) { return word == x || word == y; }), path_.end());
    if (path_.empty() || path_.size() > max_words_) return false;
    std::sort(path_.begin(), path_.end());
    const auto is_plain = [&](uint32_t word) {
      return tags[word] != kPunctuation && words[word].find_first_of("[] ") == std::string_view::npos;
    };
    return std::all_of(path_.begin(), path_.end(), is_plain) &&
           std::any_of(path_.begin(), path_.end(), [&](uint32_t word) {
             return of_lemmas_ ? is_verb(tags[word]) : is_content(tags[word]);
           });
  }

  void write(uint32_t x, uint32_t y, const std::string_view* words, const std::string_view* lemmas, PathColumns* out) const {
    bool first = true, seen_x = false, seen_y = false;
    const auto put = [&](std::string_view word) {
      if (!first) out->pattern.append(" ");
      first = false;
      out->pattern.append(word);
    };
    const auto slots_before = [&](uint32_t word) {
      if (!seen_x && x < word) put("[N_1]"), seen_x = true;
      if (!seen_y && y < word) put("[N_2]"), seen_y = true;
    };
    for (const uint32_t word : path_) {
      slots_before(word);
      put(words[word]);
    }
    slots_before(kMaxPathSentence);
    out->pattern.close();
    out->x.push(lemmas[x]);
    out->y.push(lemmas[y]);
  }

  uint32_t max_words_;
  bool of_lemmas_;
  FunctionWords function_words_;
  std::vector<int32_t> heads_, up_;
  std::vector<uint32_t> path_;
};

}  // namespace paragen::patterns
