// What parses say of words, as far as induction distinguishes it: Penn tags, relations, heads; and parses by their text, with
// function words as heads, mapped to the words of a bitext.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "src/paragen/base/text_column.hh"
#include "src/paragen/text/slot_tags.hh"

namespace paragen::patterns {

// Tags of slots come first (slot_tags.hh); all adverbs are one, and so are all marks of punctuation, and all others.
constexpr uint8_t kInfinitive = 4, kAdverb = kSlotTags, kPunctuation = kSlotTags + 1, kOther = kSlotTags + 2;

constexpr std::string_view tag_name(uint8_t tag) {
  return tag < kSlotTags ? kSlotNames[tag] : tag == kAdverb ? "RB" : tag == kPunctuation ? "." : "_";
}

inline uint8_t tag_of(std::string_view name) {
  for (uint8_t tag = 0; tag < kSlotTags; ++tag)
    if (kSlotNames[tag] == name) return tag;
  for (const std::string_view adverb : {"RB", "RBR", "RBS", "WRB"})
    if (adverb == name) return kAdverb;
  for (const std::string_view mark : {".", ",", ":", "``", "''", "\"", "(", ")", "-LRB-", "-RRB-", "HYPH", "NFP"})
    if (mark == name) return kPunctuation;
  return kOther;
}

inline bool may_be_slot(uint8_t tag) { return tag < kSlotTags; }
inline bool is_content(uint8_t tag) { return tag <= kAdverb; }

enum class Relation : uint8_t { other = 0, subject, auxiliary, copula, mark, preposition, conjunction };

inline Relation relation_of(std::string_view name) {
  constexpr std::pair<std::string_view, Relation> kRelations[] = {
      {"nsubj", Relation::subject}, {"nsubjpass", Relation::subject}, {"csubj", Relation::subject}, {"expl", Relation::subject},
      {"aux", Relation::auxiliary}, {"auxpass", Relation::auxiliary}, {"cop", Relation::copula}, {"mark", Relation::mark},
      {"case", Relation::preposition}, {"cc", Relation::conjunction},
  };
  name = name.substr(0, name.find(':'));
  for (const auto& [known, relation] : kRelations)
    if (known == name) return relation;
  return Relation::other;
}

// Lets function words head their phrases, as in the parses of [Z09] and other conversions of the Penn treebank.
//
// In Universal Dependencies "take" heads all of "we should take it into account", and a branch that becomes a slot may begin with
// a preposition. Here it is we <- should -> take -> into -> account: what is below a verb or a noun is its own phrase.
class FunctionWords {
 public:
  // Changes the heads of a sentence (from 0, -1 for roots), a tree; its roots may become other words.
  // Throws std::invalid_argument for heads out of range, or in a cycle.
  void lift(const Relation* relations, const uint8_t* tags, int32_t* heads, uint32_t n_words) {
    order(heads, n_words);
    for (const uint32_t top : order_) lift_those_of(top, relations, tags, heads);
  }

 private:
  // Lists the words from the roots down, and the dependents of each in the order of the sentence.
  void order(const int32_t* heads, uint32_t n_words) {
    first_.assign(n_words + 2, 0);
    for (uint32_t i = 0; i < n_words; ++i)
      if (heads[i] < -1 || heads[i] >= int64_t{n_words}) throw std::invalid_argument("found heads that are not in the sentence");
    for (uint32_t i = 0; i < n_words; ++i) ++first_[static_cast<size_t>(heads[i] + 2)];
    for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    dependents_.resize(n_words);
    std::vector<uint32_t> next(first_.begin(), first_.end());
    for (uint32_t i = 0; i < n_words; ++i) dependents_[next[static_cast<size_t>(heads[i] + 1)]++] = i;
    order_.assign(dependents_.begin(), dependents_.begin() + first_[1]);
    for (size_t i = 0; i < order_.size(); ++i)
      order_.insert(order_.end(), dependents_.begin() + first_[order_[i] + 1], dependents_.begin() + first_[order_[i] + 2]);
    if (order_.size() != n_words) throw std::invalid_argument("found heads that lead in a circle");
  }

  void lift_those_of(uint32_t top, const Relation* relations, const uint8_t* tags, int32_t* heads) {
    const uint32_t *begin = dependents_.data() + first_[top + 1], *end = dependents_.data() + first_[top + 2];
    chain_.clear();
    for (const uint32_t* word = begin; word != end; ++word)
      if (heads_phrase(relations[*word], *word < top)) chain_.push_back(*word);
    if (chain_.empty()) return;
    const auto verbal = [&](uint32_t word) {
      return relations[word] == Relation::auxiliary || relations[word] == Relation::copula;
    };
    const auto finite = std::find_if(chain_.begin(), chain_.end(), verbal);
    for (const uint32_t* word = begin; word != end; ++word) {
      if (std::find(chain_.begin(), chain_.end(), *word) != chain_.end()) continue;
      if (relations[*word] == Relation::subject && finite != chain_.end()) {
        heads[*word] = static_cast<int32_t>(*finite);
      } else if (*word < top) {
        const auto next = std::find_if(chain_.begin(), chain_.end(), [&](uint32_t other) { return other > *word; });
        const bool before = next != chain_.end() && *next < top;  // another function word
        if (before && (next == chain_.begin() || (verbal(*next) && !verbal(next[-1]))))
          heads[*word] = static_cast<int32_t>(*next);
        else if (before || (next != chain_.begin() && leads(relations[next[-1]], tags[top])))
          heads[*word] = static_cast<int32_t>(next[-1]);
      }
    }
    for (size_t i = chain_.size() - 1; i > 0; --i) heads[chain_[i]] = static_cast<int32_t>(chain_[i - 1]);
    heads[chain_[0]] = heads[top];
    heads[top] = static_cast<int32_t>(chain_.back());
  }

  // The copula of a question and the 's of a possessor come after.
  static bool heads_phrase(Relation relation, bool before) {
    switch (relation) {
      case Relation::copula:
      case Relation::preposition: return true;
      case Relation::auxiliary:
      case Relation::mark:
      case Relation::conjunction: return before;
      default: return false;
    }
  }

  // Whether words between a function word and its verb belong to the function word: should first take, to boldly go.
  static bool leads(Relation relation, uint8_t tag) {
    return relation == Relation::auxiliary || (relation == Relation::mark && tag == kInfinitive);
  }

  std::vector<uint32_t> first_, dependents_, order_, chain_;
};

// The words of parsed sentences, one after the other.
struct ParsedWords {
  std::vector<std::string_view> forms, lemmas;  // lemmas only where they are given
  std::vector<uint8_t> tags;
  std::vector<Relation> relations;

  // Reads columns of forms, tags and relations, and of lemmas where there are four, of which 0 is unknown: the form stands for
  // it. `ids`: of each column, n numbers of its texts. Returns the first word with a number beyond them, or n.
  size_t read(const TextView* texts, const int64_t* sizes, size_t columns, const int32_t* ids, size_t n) {
    std::vector<uint8_t> tag_numbers;
    std::vector<Relation> relation_numbers;
    for (int64_t i = 0; i < sizes[1]; ++i) tag_numbers.push_back(tag_of(texts[1].at(i)));
    for (int64_t i = 0; i < sizes[2]; ++i) relation_numbers.push_back(relation_of(texts[2].at(i)));
    for (size_t i = 0; i < n; ++i) {
      for (size_t k = 0; k < columns; ++k)
        if (ids[k * n + i] < 0 || ids[k * n + i] >= sizes[k]) return i;
      forms.push_back(texts[0].at(ids[i]));
      tags.push_back(tag_numbers[static_cast<size_t>(ids[n + i])]);
      relations.push_back(relation_numbers[static_cast<size_t>(ids[2 * n + i])]);
      if (columns > 3) lemmas.push_back(ids[3 * n + i] != 0 ? texts[3].at(ids[3 * n + i]) : forms.back());
    }
    return n;
  }
};


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
