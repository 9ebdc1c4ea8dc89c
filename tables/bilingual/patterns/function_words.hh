// Lets function words head their phrases, as in the parses of [Z09] and other conversions of the Penn treebank.
//
// In Universal Dependencies "take" heads all of "we should take it into account", and a branch that becomes a slot may begin with
// a preposition. Here it is we <- should -> take -> into -> account: what is below a verb or a noun is its own phrase.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "tables/bilingual/patterns/tags.hh"

namespace paragen::patterns {

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
        if (before && (next == chain_.begin() || (verbal(*next) && !verbal(next[-1])))) heads[*word] = static_cast<int32_t>(*next);
        else if (before || (next != chain_.begin() && leads(relations[next[-1]], tags[top]))) heads[*word] = static_cast<int32_t>(next[-1]);
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

}  // namespace paragen::patterns
