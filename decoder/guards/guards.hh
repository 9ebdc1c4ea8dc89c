// What no score may overrule: a substitute denies as often, names the same amounts, is as sure and uses the same terms of art as
// what it replaces, and is not its opposite.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"

namespace paragen {

// Passes the parts of a text between any of the separators to `take`; none is empty.
template <class Take>
void each_part(std::string_view text, const char* separators, const Take& take) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find_first_of(separators));
    if (!part.empty()) take(part);
    text.remove_prefix(std::min(part.size() + 1, text.size()));
  }
}

// Words that are opposites, or exclude one another, and phrases that differ in them.
// Where a word stands in the list: words of one entry and different groups exclude one another.
struct OppositeSide {
  uint32_t entry, group;
  bool alone;  // only where two phrases are the same but for them
};

// The words of the list by their ids; ids beyond the end are no words of it.
class Opposites {
 public:
  explicit Opposites(size_t n_words = 0) : slots_(n_words, 0), negates_(n_words, 0), sides_(1) {}

  // Reads the files of paragen.text.opposites, which reads them likewise for the builders of tables: at every start, so it
  // must be quick.
  void read(std::string_view list, std::string_view forms, const LexiconView& names) {
    const auto id = [&names](std::string_view word) { return names.find(word.data(), word.size()); };
    std::unordered_map<std::string_view, std::vector<uint32_t>> ids;  // of the forms of a word, by part of speech and word
    each_row(forms, [&](const std::vector<std::string_view>& row) {
      std::vector<uint32_t>* found = &ids[{row[0].data(), row[0].size() + 1 + row[1].size()}];
      found->push_back(id(row[1]));
      if (row.size() > 2) each_part(row[2], " ", [&](std::string_view form) { found->push_back(id(form)); });
    });
    uint32_t entry = 0, group = 0;
    std::string key;
    each_row(list, [&](const std::vector<std::string_view>& row) {
      const bool alone = row.size() == 2;
      each_part(row[0], ",", [&](std::string_view part) {
        const auto add_side = [&](std::string_view side) {
          each_part(side, " /", [&](std::string_view word) {
            const auto found = ids.find(key.assign(part).append("\t").append(word));
            if (found == ids.end()) return add(id(word), {entry, group, alone});
            for (const uint32_t form : found->second) add(form, {entry, group, alone});
          });
          ++group;
        };
        group = 0;
        if (alone) return each_part(row[1], " ", add_side);
        add_side(row[1]);
        add_side(row[2]);
      });
      ++entry;
    });
  }

  void add_negation(uint32_t word) {
    if (word < negates_.size()) negates_[word] = 1;
  }

  bool negates(uint32_t word) const { return word < negates_.size() && negates_[word]; }

  bool listed(const uint32_t* words, uint32_t n_words) const {
    return std::any_of(words, words + n_words, [this](uint32_t word) { return !sides(word).empty(); });
  }

  // `alone`: the phrases are the same but for the two words.
  bool opposed(uint32_t one, uint32_t other, bool alone) const {
    if (one == other) return false;
    for (const OppositeSide& left : sides(one))
      for (const OppositeSide& right : sides(other))
        if (left.entry == right.entry && left.group != right.group && (alone || !left.alone)) return true;
    return false;
  }

 private:
  // Passes on the columns of each line that has two or more and is no comment.
  template <class Take>
  static void each_row(std::string_view text, const Take& take) {
    std::vector<std::string_view> row;
    each_part(text, "\n", [&](std::string_view line) {
      if (line[0] == '#') return;
      row.clear();
      each_part(line, "\t", [&row](std::string_view column) { row.push_back(column); });
      if (row.size() > 1) take(row);
    });
  }

  void add(uint32_t word, const OppositeSide& side) {
    if (word >= slots_.size()) return;
    if (slots_[word] == 0) {
      slots_[word] = static_cast<uint32_t>(sides_.size());
      sides_.emplace_back();
    }
    sides_[slots_[word]].push_back(side);
  }

  const std::vector<OppositeSide>& sides(uint32_t word) const { return sides_[word < slots_.size() ? slots_[word] : 0]; }

  std::vector<uint32_t> slots_;   // by word: which of `sides_`, 0 for none
  std::vector<uint8_t> negates_;
  std::vector<std::vector<OppositeSide>> sides_;
};

// As paragen.tables.inflection.opposites does it for the pairs of a table: words that both phrases have do not count, nor words
// whose opposite stands in the same phrase, nor opposites of which one is negated besides (not included, excluded).
class OppositeCheck {
 public:
  explicit OppositeCheck(const Opposites& opposites) : opposites_(opposites) {}

  bool opposed(const uint32_t* source, uint32_t n_source, const uint32_t* target, uint32_t n_target) {
    if (!opposites_.listed(target, n_target) || !opposites_.listed(source, n_source)) return false;
    keep_own(source, n_source, target, n_target, &source_only_);
    keep_own(target, n_target, source, n_source, &target_only_);
    if (source_only_.size() == 1 && target_only_.size() == 1)
      return opposites_.opposed(source_only_[0].word, target_only_[0].word, true);
    bool found = false;
    for (Own& left : source_only_) {
      if (!counts(left.word, source, n_source)) continue;
      for (Own& right : target_only_) {
        if (!opposites_.opposed(left.word, right.word, false) || !counts(right.word, target, n_target)) continue;
        found = left.matched = right.matched = true;
      }
    }
    return found && (n_negations(source_only_) + n_negations(target_only_)) % 2 == 0;
  }

 private:
  struct Own {
    uint32_t word;
    bool matched;
  };

  static bool has(const uint32_t* words, uint32_t n_words, uint32_t word) {
    return std::find(words, words + n_words, word) != words + n_words;
  }

  // The distinct words of a phrase that the other one does not have.
  static void keep_own(const uint32_t* words, uint32_t n_words, const uint32_t* others, uint32_t n_others,
                       std::vector<Own>* own) {
    own->clear();
    for (uint32_t i = 0; i < n_words; ++i)
      if (!has(words, i, words[i]) && !has(others, n_others, words[i])) own->push_back({words[i], false});
  }

  bool counts(uint32_t word, const uint32_t* phrase, uint32_t n_words) const {
    return std::none_of(phrase, phrase + n_words, [&](uint32_t other) { return opposites_.opposed(word, other, true); });
  }

  size_t n_negations(const std::vector<Own>& own) const {
    const auto negates = [this](const Own& each) { return !each.matched && opposites_.negates(each.word); };
    return std::count_if(own.begin(), own.end(), negates);
  }

  const Opposites& opposites_;
  std::vector<Own> source_only_, target_only_;
};

// By word id the kind of a word, 0 for one of no kind; ids beyond the end have none.
using GuardKinds = std::vector<uint16_t>;
// Phrases by the ids of their words.
using Idioms = std::vector<std::vector<uint32_t>>;

class GuardCheck {
 public:
  // Set forbidden[i] for each substitute still allowed whose words are not of the same kinds, each as often, as those of its
  // span, or that differs from it in opposites. Words in idioms may be of no kind.
  void run(const OptionSet& set, const std::vector<GuardKinds>& guards, const Idioms& idioms, const Opposites& opposites,
           std::vector<uint8_t>* forbidden) {
    OppositeCheck check(opposites);
    forbidden->assign(set.substitutes.size(), 0);
    for (const WindowC& window : set.windows) {
      const uint32_t* source = set.sentence(window).words;
      for (uint32_t i = window.first_substitute; i < window.last_substitute; ++i) {
        if (!set.allows(i)) continue;
        const SubstituteC& substitute = set.substitutes[i];
        const uint32_t* const replaced = source + (substitute.begin - window.begin);
        const uint32_t* const words = set.words_of(substitute);
        const uint32_t n_replaced = substitute.end - substitute.begin;
        for (const GuardKinds& kinds : guards) {
          if (!alike(kinds, {}, replaced, n_replaced, words, substitute.n_words) &&
              !alike(kinds, idioms, replaced, n_replaced, words, substitute.n_words))
            (*forbidden)[i] = 1;
        }
        if (check.opposed(replaced, n_replaced, words, substitute.n_words)) (*forbidden)[i] = 1;
      }
    }
  }

 private:
  bool alike(const GuardKinds& kinds, const Idioms& idioms, const uint32_t* one, uint32_t n_one, const uint32_t* other,
             uint32_t n_other) {
    collect(kinds, idioms, one, n_one, &before_);
    collect(kinds, idioms, other, n_other, &after_);
    return before_ == after_;
  }

  static void collect(const GuardKinds& kinds, const Idioms& idioms, const uint32_t* words, uint32_t n_words,
                      std::vector<uint16_t>* found) {
    found->clear();
    for (uint32_t i = 0; i < n_words; ++i) {
      if (words[i] >= kinds.size() || kinds[words[i]] == 0 || in_idiom(idioms, words, n_words, i)) continue;
      found->push_back(kinds[words[i]]);
    }
    std::sort(found->begin(), found->end());
  }

  static bool in_idiom(const Idioms& idioms, const uint32_t* words, uint32_t n_words, uint32_t i) {
    for (const std::vector<uint32_t>& idiom : idioms) {
      const uint32_t n = static_cast<uint32_t>(idiom.size());
      for (uint32_t begin = i - std::min(i, n - 1); begin <= i && begin + n <= n_words; ++begin)
        if (std::equal(idiom.begin(), idiom.end(), words + begin)) return true;
    }
    return false;
  }

  std::vector<uint16_t> before_, after_;
};

}  // namespace paragen
