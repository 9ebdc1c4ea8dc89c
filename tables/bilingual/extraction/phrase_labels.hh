// The syntactic labels of the English phrases of a sentence pair [CB08 sec. 3.1], each found once.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tables/bilingual/extraction/sentence_pair.hh"
#include "tables/bilingual/syntax/span_labels.hh"
#include "tables/parses/tree.hh"
#include "tables/parses/tree_match.hh"

namespace paragen {

enum class TreeVerdict : uint8_t { good = 0, none, broken, other_words };

// The tree of a sentence, and where its leaves are among the words.
class SentenceTree {
 public:
  TreeVerdict read(std::string_view text, const Words& words) {
    if (!reader_.read(text, &tree_)) return TreeVerdict::broken;
    if (tree_.leaves() == 0) return TreeVerdict::none;
    match_.clear();
    for (uint32_t i = 0; i < words.size(); ++i) match_.add_word(words.word(i));
    return match_.match(tree_) ? TreeVerdict::good : TreeVerdict::other_words;
  }

  // Labels of the words [begin, end); none if they begin or end within a leaf.
  void labels(uint32_t begin, uint32_t end, SpanLabels* labels, std::vector<std::string>* found) const {
    const int64_t first = match_.boundaries()[begin], last = match_.boundaries()[end];
    found->clear();
    if (first == TreeMatch::kNoLeaf || last == TreeMatch::kNoLeaf) return;
    labels->of(tree_, static_cast<uint32_t>(first), static_cast<uint32_t>(last), found);
  }

 private:
  TreeReader reader_;
  Tree tree_;
  TreeMatch match_;
};

struct Labelling {
  bool simple = false;
  uint32_t levels = 0;
  bool of_source = false;  // which side is English

  const Words& words(const SentencePair& pair) const { return of_source ? pair.source : pair.target; }
};

class PhraseLabels {
 public:
  explicit PhraseLabels(const Labelling& how) : how_(how), labels_(how.simple, how.levels) {}

  // False where the sentence has no tree that can be used.
  bool start(const SentencePair& pair, std::string_view tree) {
    const Words& words = how_.words(pair);
    if (tree_.read(tree, words) != TreeVerdict::good) return false;
    known_.assign(size_t{words.size()} * kMaxPhrase, false);
    if (found_.size() < known_.size()) found_.resize(known_.size());
    return true;
  }

  bool of_source() const { return how_.of_source; }

  // Labels of the English words [begin, end), at most kMaxPhrase; an empty label if there is none.
  const std::vector<std::string>& of(uint32_t begin, uint32_t end) {
    const size_t at = size_t{begin} * kMaxPhrase + (end - begin - 1);
    std::vector<std::string>& found = found_[at];
    if (!known_[at]) {
      known_[at] = true;
      tree_.labels(begin, end, &labels_, &found);
      if (found.empty()) found.emplace_back();
    }
    return found;
  }

 private:
  const Labelling how_;
  SpanLabels labels_;
  SentenceTree tree_;
  std::vector<bool> known_;
  std::vector<std::vector<std::string>> found_;
};

}  // namespace paragen
