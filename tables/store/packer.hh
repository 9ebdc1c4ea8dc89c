// Packs tables: pairs in any order in, the arrays of store.hh out. The result does not depend on the order of lines.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/line_feed.hh"
#include "src/paragen/base/vocabulary.hh"
#include "tables/store/table_line.hh"
#include "tables/store/table_pairs.hh"
#include "tables/store/writer.hh"

namespace paragen {

class TablesPacker {
 public:
  explicit TablesPacker(bool tokenized) : pool_(tokenized) {
    rules_.tokenized = tokenized;
    label_words_.add({});
  }

  // patterns: whether its phrases may have slots, as [NN_1].
  void begin_table(uint32_t column, bool patterns) {
    rules_.column = column;
    patterns_ = patterns;
    feed_.clear();
    pairs_.clear();
    problem_ = LineProblem::none;
  }

  // Takes a piece of a file. False: the line after the last good one has a problem, see `problem` and `line`.
  bool feed(const char* data, size_t size) {
    return feed_.feed(std::string_view(data, size), kMaxLine, [this](std::string_view line) { return take(line); });
  }

  // The last line, if the file did not end with a newline.
  bool feed_end() {
    return feed_.end([this](std::string_view line) { return take(line); });
  }

  // A pair that came in columns; an empty label is none.
  bool add(std::string_view source, std::string_view target, double score, std::string_view label) {
    source = trimmed(source);
    target = trimmed(target);
    line_ = TableLine();
    if (source.size() + target.size() + label.size() > kMaxLine) return refuse(LineProblem::too_long, source);
    for (const std::string_view text : {source, target, label})
      if (!is_text(text.data(), text.size())) return refuse(LineProblem::not_text, text);
    if (has_label_mark(label)) return refuse(LineProblem::label_mark, label);
    problem_ = check_phrases(source, target, rules_.tokenized);
    if (problem_ != LineProblem::none) return refuse(problem_, source);
    if (!(score > 0 && score <= 1)) return refuse(LineProblem::out_of_range, source);
    keep(source, target, score, label);
    return true;
  }

  // Pairs so far; each line is one, so a line that has a problem is number lines() + 1.
  uint64_t lines() const { return pairs_.size(); }
  LineProblem problem() const { return problem_; }
  uint32_t n_fields() const { return line_.n_fields; }
  uint32_t n_scores() const { return line_.n_scores; }
  const std::string& score_text() const { return score_text_; }
  const std::string& text() const { return text_; }  // its beginning

  PhrasePool& pool() { return pool_; }

  // The number of the pair, from 1, that a phrase was first met in.
  uint64_t first_pair(uint32_t phrase) const {
    for (uint64_t i = 0; i < pairs_.size(); ++i)
      if (pairs_[i].source == phrase || pairs_[i].target == phrase) return i + 1;
    return 0;
  }

  // Number the slots of patterns once no phrase is pending. Returns the number of the first pair whose sides have other slots,
  // or 0.
  uint64_t number_patterns() {
    if (!patterns_) return 0;
    SlotNumbers slots;
    std::string source, target;
    for (uint64_t i = 0; i < pairs_.size(); ++i) {
      PhrasePair& pair = pairs_[i];
      const uint32_t from = pool_.normal(pair.source), to = pool_.normal(pair.target);
      if (from == kNoWords || to == kNoWords) continue;
      if (!has_label_mark(pool_.text(from)) && !has_label_mark(pool_.text(to))) continue;
      if (!slots.number(pool_.text(from), pool_.text(to), &source, &target)) return i + 1;
      pair.source = pool_.add_normal(source);
      pair.target = pool_.add_normal(target);
    }
    return 0;
  }

  // Ends the table once no phrase is pending; the `top` best options of each phrase stay. Returns how many pairs were left out
  // because a side has no word.
  uint64_t end_table(uint32_t top) {
    const uint64_t read = pairs_.size();
    for (PhrasePair& pair : pairs_) {
      pair.source = pool_.normal(pair.source);
      pair.target = pool_.normal(pair.target);
      if (pair.label != 0 && pair.source != kNoWords) pair.source = pool_.labelled(pair.source, label_words_.text(pair.label));
    }
    const auto wordless = [](const PhrasePair& pair) { return pair.source == kNoWords || pair.target == kNoWords; };
    pairs_.erase(std::remove_if(pairs_.begin(), pairs_.end(), wordless), pairs_.end());
    const uint64_t left_out = read - pairs_.size();
    used_.resize(pool_.size(), false);
    for (const PhrasePair& pair : pairs_) used_[pair.source] = used_[pair.target] = true;
    counts_.push_back(reduce_table(pool_, std::min(top, kMaxOptions), &pairs_));
    const uint32_t table = static_cast<uint32_t>(counts_.size() - 1);
    for (const PhrasePair& pair : pairs_) options_.push_back({pair.source, pair.target, pair.logscore, table});
    std::vector<PhrasePair>().swap(pairs_);
    return left_out;
  }

  // Builds the arrays. The first words are those of `seed`, with its ids; the others follow in the order of their bytes.
  void build(const VocabularyView& seed) {
    used_.resize(pool_.size(), false);
    number_words(seed);
    const PhraseWords words = phrase_words();
    const BySource groups(options_, pool_.size());
    std::vector<uint32_t> sources;
    for (uint32_t id = 0; id < pool_.size(); ++id)
      if (groups.begin[id] != groups.begin[id + 1]) sources.push_back(id);
    write(words, PhraseTrie(words, std::move(sources)), groups);
  }

  const Interner& vocabulary() const { return vocabulary_; }
  const StoreWriter& written() const { return writer_; }
  const std::vector<uint8_t>& in_table() const { return in_table_; }
  const std::vector<TableCountsC>& counts() const { return counts_; }

 private:
  struct StoredPair {
    uint32_t source, target;
    float logscore;
    uint32_t table;
  };

  bool take(std::string_view text) {
    problem_ = parse_line(text, rules_, &line_);
    if (problem_ != LineProblem::none) return refuse(problem_, text);
    keep(line_.source, line_.target, line_.score, {});
    return true;
  }

  bool refuse(LineProblem problem, std::string_view text) {
    problem_ = problem;
    text_ = text.substr(0, 400);
    score_text_ = line_.score_text.substr(0, 40);
    return false;
  }

  void keep(std::string_view source, std::string_view target, double score, std::string_view label) {
    const uint32_t source_id = add_phrase(source);
    pairs_.push_back({source_id, add_phrase(target), static_cast<float>(std::log(score)),
                      label.empty() ? 0 : label_words_.add(label_word(label))});
  }

  // A phrase as it was read; one that may have slots, or match the start or end of a sentence, begins with the mark of patterns.
  uint32_t add_phrase(std::string_view text) {
    const auto has = [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; };
    if (!patterns_ || !(has("[") || has(kSentenceBegin) || has(kPatternEnd))) return pool_.add_raw(text);
    marked_.assign(1, kLabelMark).append(text);
    return pool_.add_raw(marked_);
  }

  void number_words(const VocabularyView& seed) {
    for (uint32_t id = 0; id < seed.n_words; ++id) {
      size_t length;
      const char* word = seed.word(id, &length);
      if (vocabulary_.add({word, length}) != id) throw std::runtime_error("the language model has a word twice");
    }
    Interner found;
    for (uint32_t id = 0; id < pool_.size(); ++id)
      if (used_[id]) each_word(pool_.text(id), [&found](std::string_view word) { found.add(word); });
    std::vector<std::string_view> words;
    for (uint32_t id = 0; id < found.size(); ++id) words.push_back(found.text(id));
    std::sort(words.begin(), words.end());
    for (const std::string_view word : words) vocabulary_.add(word);
    in_table_.assign(vocabulary_.size(), 0);
    for (const std::string_view word : words) in_table_[vocabulary_.find(word)] = 1;
  }

  PhraseWords phrase_words() const {
    PhraseWords result;
    for (uint32_t id = 0; id < pool_.size(); ++id) {
      if (used_[id])
        each_word(pool_.text(id), [&](std::string_view word) { result.words.push_back(vocabulary_.find(word)); });
      result.begin.push_back(result.words.size());
    }
    return result;
  }

  // Options come grouped by source, in the order of the tables and best first within each.
  void write(const PhraseWords& words, const PhraseTrie& trie, const BySource& groups) {
    std::vector<float> scores;
    for (const StoredPair& option : options_) scores.push_back(option.logscore);
    writer_.scores = frequent_scores(std::move(scores));
    std::vector<WrittenOption> written;
    writer_.write(words, trie, vocabulary_.size(), uint32_t(counts_.size()), [&](uint32_t phrase) -> const auto& {
      written.clear();
      for (uint32_t i = groups.begin[phrase]; i < groups.begin[phrase + 1]; ++i) {
        const StoredPair& option = options_[groups.index[i]];
        written.push_back({option.table, option.logscore, option.target});
      }
      return written;
    });
  }

  LineRules rules_;
  bool patterns_ = false;
  std::string marked_;
  PhrasePool pool_;
  LineFeed feed_;
  std::string text_, score_text_;
  TableLine line_;
  LineProblem problem_ = LineProblem::none;
  std::vector<PhrasePair> pairs_;
  std::vector<StoredPair> options_;
  std::vector<TableCountsC> counts_;
  std::vector<bool> used_;
  Interner label_words_;  // 0: the empty one, which is none

  Interner vocabulary_;
  StoreWriter writer_;
  std::vector<uint8_t> in_table_;
};

}  // namespace paragen
