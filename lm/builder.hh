// Gathers n-grams order by order (all unigrams, then all bigrams, ...) as the trie that layout.hh makes an automaton of.
//
// The trie is read left to right: a node's parent is its context. Nodes are numbered in order of appearance, so that those of
// one order are contiguous; node 0 is the empty context, node 1 + w the unigram of word w. N-grams of the highest order are
// leaves: they have no number, no children and no back-off, and are never looked up.
//
// An n-gram's context and suffix are looked up, each look-up waiting for memory twice. So n-grams are taken a batch at a
// time, and each step is made for all of a batch, its memory asked for beforehand.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lm/buffer.hh"
#include "lm/lookup.hh"
#include "src/paragen/base/interner.hh"

namespace paragen {

constexpr uint32_t kMaxOrder = 32;
constexpr double kLn10 = 2.302585092994045684;
constexpr double kMissingUnkLog10 = -100;  // what KenLM gives <unk> where the model has none

enum class LmAdd { kOk, kDuplicate, kNoContext, kNoWord };

struct LmNode {
  uint32_t context;
  uint32_t word;
  uint32_t suffix;   // the node of the longest proper suffix there is
  float logprob;     // natural, as all values here
  float backoff;
};

struct LmLeaf {      // its word is that of its suffix
  uint32_t context, suffix;
  float logprob;
};

class LmBuilder {
 public:
  LmBuilder() : levels_(2), indices_(2), begins_{0, 1} {
    levels_[0].push_back(LmNode());
    levels_[1].push_back({0, 0, 0, static_cast<float>(kMissingUnkLog10 * kLn10), 0});
    vocabulary_.add("<unk>");
  }

  void set_order(uint32_t order) { order_ = order; }

  // Adds a unigram; <UNK> is another spelling of <unk>.
  LmAdd add_unigram(std::string_view word, float logprob, float backoff) {
    if (word != "<unk>" && word != "<UNK>") {
      const uint32_t id = vocabulary_.add(word);
      if (id < levels_[1].size()) return LmAdd::kDuplicate;
      levels_[1].push_back({0, id, 0, logprob, backoff});
    } else if (saw_unk_) {
      return LmAdd::kDuplicate;
    } else {
      saw_unk_ = true;
      levels_[1][0] = {0, 0, 0, logprob, backoff};
    }
    return LmAdd::kOk;
  }

  // The id of a word in an n-gram, or kNotFound where the unigrams do not have it.
  uint32_t find_word(std::string_view word) const {
    const uint32_t id = vocabulary_.find(word);
    return id == kNotFound && word == "<UNK>" ? 0 : id;
  }

  // Adds an n-gram, n at least 2, every word id below n_words(). What is wrong may be found with a later one, by flush() or by
  // end_order(): failed() tells which n-gram it is.
  LmAdd add_ngram(const uint32_t* words, uint32_t n, float logprob, float backoff) {
    std::copy(words, words + n, ids_ + n_pending_ * n);
    return add_pending(logprob, backoff);
  }

  // The same, given words that stay where they are until flush().
  LmAdd add_ngram(const std::string_view* words, uint32_t n, float logprob, float backoff) {
    for (uint32_t i = n_pending_ * n; i < (n_pending_ + 1) * n; ++i) {
      texts_[i] = *words++;
      words_.prefetch(texts_[i], hashes_[i] = Interner::hash(texts_[i]));
    }
    are_texts_ = true;
    return add_pending(logprob, backoff);
  }

  // Takes the n-grams that were added last into the trie.
  LmAdd flush() {
    const uint32_t n = static_cast<uint32_t>(levels_.size()) - 1, n_pending = n_pending_;
    const uint32_t count = are_texts_ ? find_words(n, n_pending) : n_pending;
    n_pending_ = 0;
    are_texts_ = false;
    uint32_t contexts[kBatch], suffixes[kBatch], words[kBatch];
    for (uint32_t i = 0; i < count; ++i) contexts[i] = 1 + ids_[i * n];
    for (uint32_t k = 1; k < n; ++k) {
      for (uint32_t i = 0; i < count; ++i) words[i] = ids_[i * n + k];
      if (k + 1 < n) find_children(k + 1, contexts, words, count, contexts);
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (contexts[i] == kNoNode) return fail(LmAdd::kNoContext, n_ngrams(n) + i, {ids_ + i * n, ids_ + (i + 1) * n});
      suffixes[i] = n == 2 ? 1 + words[i] : levels_[n - 1][contexts[i] - begins_[n - 1]].suffix;
    }
    if (n > 2) find_suffixes(n - 1, suffixes, words, count);
    if (begins_.back() + n_ngrams(n) + count >= kNoNode - 16) throw std::length_error("more than 2^32 n-grams");
    for (uint32_t i = 0; i < count; ++i) {
      if (n < order_) levels_[n].push_back({contexts[i], words[i], suffixes[i], logprobs_[i], backoffs_[i]});
      else leaves_.push_back({contexts[i], suffixes[i], logprobs_[i]});
    }
    return count == n_pending ? LmAdd::kOk : fail(LmAdd::kNoWord, n_ngrams(n), {});
  }

  // Call after the n-grams of each order.
  LmAdd end_order() {
    const LmAdd added = flush();
    const uint32_t n = static_cast<uint32_t>(levels_.size()) - 1;
    if (added != LmAdd::kOk) return added;
    if (n == 1) words_.build();
    if (n > 1 && n < order_ && !index(n, &indices_[n])) return LmAdd::kDuplicate;
    counts.push_back(n_ngrams(n));
    begins_.push_back(begins_[n] + static_cast<uint32_t>(levels_[n].size()));
    levels_.emplace_back();
    indices_.emplace_back();
    return LmAdd::kOk;
  }

  // Whether no n-gram of the highest order appears twice; the layout finds it too.
  bool leaves_differ() {
    LmIndex leaves;
    return order_ < 2 || index(order_, &leaves);
  }

  // Frees what only reading needs.
  void forget_indices() { indices_ = std::vector<LmIndex>(); }

  // The n-gram that is wrong: which one of its order, and its words, or the one that is unknown.
  uint64_t failed() const { return failed_; }
  const std::string& unknown_word() const { return unknown_word_; }
  const std::vector<uint32_t>& failed_words() const { return failed_words_; }
  LmAdd fail(LmAdd why, uint64_t ngram, std::vector<uint32_t> words) {
    failed_ = ngram;
    failed_words_ = std::move(words);
    return why;
  }

  uint32_t n_words() const { return vocabulary_.size(); }
  uint32_t order() const { return order_; }
  bool saw_unk() const { return saw_unk_; }
  const Interner& vocabulary() const { return vocabulary_; }

  // The n-grams of n words in order of appearance.
  uint64_t n_ngrams(uint32_t n) const { return is_leaf(n) ? leaves_.size() : levels_[n].size(); }
  // Calls take(i, context) for each of them.
  template <class Take>
  void for_each_context(uint32_t n, Take take) const {
    const uint64_t count = n_ngrams(n);
    if (is_leaf(n)) for (uint64_t i = 0; i < count; ++i) take(i, leaves_[i].context);
    else for (uint64_t i = 0; i < count; ++i) take(i, levels_[n][i].context);
  }
  float& logprob(uint32_t n, uint64_t i) { return is_leaf(n) ? leaves_[i].logprob : levels_[n][i].logprob; }
  LmNode ngram(uint32_t n, uint64_t i) const {
    if (!is_leaf(n)) return levels_[n][i];
    return {leaves_[i].context, node(leaves_[i].suffix).word, leaves_[i].suffix, leaves_[i].logprob, 0};
  }

  // Its word ids, first word first.
  std::vector<uint32_t> words(const LmNode& ngram) const {
    std::vector<uint32_t> words(1, ngram.word);
    for (uint32_t id = ngram.context; id != 0; id = node(id).context) words.insert(words.begin(), node(id).word);
    return words;
  }

  const LmNode& node(uint32_t id) const {
    const uint32_t n = length(id);
    return levels_[n][id - begins_[n]];
  }

  uint32_t begin(uint32_t n) const { return begins_[n]; }  // the number of the first node of n words

  std::vector<uint64_t> counts;  // n-grams of each order

 private:
  static constexpr uint32_t kBatch = 32;

  bool is_leaf(uint32_t n) const { return n > 1 && n == order_; }

  LmAdd add_pending(float logprob, float backoff) {
    logprobs_[n_pending_] = logprob;
    backoffs_[n_pending_] = backoff;
    return ++n_pending_ == kBatch ? flush() : LmAdd::kOk;
  }

  // From texts to ids; returns how many n-grams have none but known words, up to the first that has another.
  uint32_t find_words(uint32_t n, uint32_t count) {
    for (uint32_t i = 0; i < count * n; ++i) {
      ids_[i] = words_.find(texts_[i], hashes_[i]);
      if (ids_[i] != kNotFound) continue;
      ids_[i] = find_word(texts_[i]);  // <UNK>
      if (ids_[i] != kNotFound) continue;
      unknown_word_ = texts_[i];
      return i / n;
    }
    return count;
  }

  // How many words a node has.
  uint32_t length(uint32_t id) const {
    size_t n = begins_.size() - 1;
    while (begins_[n] > id) --n;
    return static_cast<uint32_t>(n);
  }

  bool index(uint32_t n, LmIndex* index) {
    const uint64_t count = n_ngrams(n), twice = index->build(count, [&](uint64_t i) { return ngram(n, i); });
    if (twice < count) fail(LmAdd::kDuplicate, twice, words(ngram(n, twice)));
    return twice == count;
  }

  // The nodes of n words that follow each context with its word, kNoNode where there is none. May write over the contexts.
  void find_children(uint32_t n, const uint32_t* contexts, const uint32_t* words, uint32_t count, uint32_t* found) const {
    const LmIndex& index = indices_[n];
    const Column<LmNode>& nodes = levels_[n];
    uint64_t hashes[kBatch], slots[kBatch];
    uint32_t candidates[kBatch];
    for (uint32_t i = 0; i < count; ++i) index.prefetch(hashes[i] = LmIndex::hash(contexts[i], words[i]));
    for (uint32_t i = 0; i < count; ++i) {
      slots[i] = index.home(hashes[i]);
      candidates[i] = index.next(hashes[i], &slots[i]);
      if (candidates[i] != kNoNode) __builtin_prefetch(&nodes[candidates[i]].suffix);
    }
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t at = candidates[i];
      while (at != kNoNode && (nodes[at].context != contexts[i] || nodes[at].word != words[i]))
        at = index.next(hashes[i], &slots[i]);
      found[i] = at == kNoNode ? kNoNode : begins_[n] + at;
    }
  }

  // From the suffixes of contexts to those of the n-grams, which most often have n words.
  void find_suffixes(uint32_t n, uint32_t* suffixes, const uint32_t* words, uint32_t count) const {
    uint32_t found[kBatch];
    find_children(n, suffixes, words, count, found);
    for (uint32_t i = 0; i < count; ++i) {
      for (uint32_t context = suffixes[i]; found[i] == kNoNode; context = node(context).suffix) {
        if (context == 0) found[i] = 1 + words[i];
        else find_children(length(context) + 1, &context, &words[i], 1, &found[i]);
      }
      suffixes[i] = found[i];
    }
  }

  uint32_t order_ = 0;
  bool saw_unk_ = false;
  Interner vocabulary_;
  LmWords words_ = LmWords(&vocabulary_);
  std::vector<Column<LmNode>> levels_;  // by n; 0: the empty context
  Column<LmLeaf> leaves_;
  std::vector<LmIndex> indices_;          // by n, of two words and more but leaves
  std::vector<uint32_t> begins_;          // the number of the first node of each
  // N-grams added last: their words, one after the other, as texts and hashes or as ids.
  uint32_t n_pending_ = 0;
  bool are_texts_ = false;
  std::string_view texts_[kBatch * kMaxOrder];
  uint64_t hashes_[kBatch * kMaxOrder];
  uint32_t ids_[kBatch * kMaxOrder];
  float logprobs_[kBatch], backoffs_[kBatch];
  uint64_t failed_ = 0;
  std::vector<uint32_t> failed_words_;
  std::string unknown_word_;
};

}  // namespace paragen
