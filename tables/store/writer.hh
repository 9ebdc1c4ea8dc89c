// Lays out phrases and their options as store.hh reads them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "src/paragen/base/hash_table.hh"
#include "tables/store/store.hh"

namespace paragen {

constexpr uint32_t kNoPhrase = 0xFFFFFFFFu;

// Phrases as word ids, one after the other.
struct PhraseWords {
  std::vector<uint64_t> begin{0};
  std::vector<uint32_t> words;

  const uint32_t* first(uint32_t i) const { return words.data() + begin[i]; }
  const uint32_t* last(uint32_t i) const { return words.data() + begin[i + 1]; }
  uint32_t length(uint32_t i) const { return static_cast<uint32_t>(begin[i + 1] - begin[i]); }
};

// The phrases of a set as a trie, numbered breadth-first, children in the order of their words.
struct PhraseTrie {
  std::vector<uint32_t> word, children, phrase;  // `phrase`: the one that ends in the node, or kNoPhrase

  // `members`: distinct phrases of `words`, at least one word each.
  PhraseTrie(const PhraseWords& words, std::vector<uint32_t> members) {
    std::sort(members.begin(), members.end(), [&words](uint32_t a, uint32_t b) {
      return std::lexicographical_compare(words.first(a), words.last(a), words.first(b), words.last(b));
    });
    std::vector<Range> ranges{{0, members.size(), 0}};
    word.push_back(0);
    for (size_t node = 0; node < ranges.size(); ++node) {
      if (ranges.size() >= kNoPhrase) throw std::length_error("more than 2^32 - 2 phrases and beginnings of phrases");
      Range range = ranges[node];
      children.push_back(static_cast<uint32_t>(ranges.size()));
      const bool ends = range.begin != range.end && words.length(members[range.begin]) == range.depth;
      phrase.push_back(ends ? members[range.begin++] : kNoPhrase);
      while (range.begin != range.end) {
        const uint32_t next = words.first(members[range.begin])[range.depth];
        const uint64_t begin = range.begin;
        while (range.begin != range.end && words.first(members[range.begin])[range.depth] == next) ++range.begin;
        ranges.push_back({begin, range.begin, range.depth + 1});
        word.push_back(next);
      }
    }
    children.push_back(static_cast<uint32_t>(ranges.size()));
  }

  uint32_t size() const { return static_cast<uint32_t>(word.size()); }

 private:
  struct Range {
    uint64_t begin, end;  // of the sorted members: those that begin with the node's phrase
    uint32_t depth;
  };
};

struct WrittenOption {
  uint32_t table;
  float logscore;
  uint32_t target;  // of the phrases
};

// Scores by their numbers: from 0, in the order in which they come; -0 is 0.
struct ScoreNumbers {
  std::vector<float> scores;

  uint32_t add(float score) {
    const uint32_t next = static_cast<uint32_t>(scores.size());
    const uint32_t number = table_.find_or_add(hash(score), next, [&](uint32_t known) { return scores[known] == score; });
    if (number == next) scores.push_back(score);
    return number;
  }

  // Or kNotFound.
  uint32_t find(float score) const {
    return table_.find(hash(score), [&](uint32_t known) { return scores[known] == score; });
  }

  static uint64_t hash(float score) {
    uint32_t bits;
    score += 0.0f;
    std::memcpy(&bits, &score, sizeof bits);
    return bits * uint64_t{0x9E3779B97F4A7C15};
  }

 private:
  HashTable table_;
};

// The scores that a byte or two can stand for: the most frequent ones first, each worth its place.
inline std::vector<float> frequent_scores(const std::vector<float>& scores) {
  constexpr size_t kMost = (1u << 11) - 1, kWorth = 3;
  // Scores whose place in `seen` few others share are not frequent, and not numbered: nearly all, where most are distinct.
  size_t places = 1;
  while (places < 4 * scores.size()) places *= 2;
  std::vector<uint8_t> seen(places);
  const auto place = [places](float score) { return (ScoreNumbers::hash(score) >> 24) & (places - 1); };
  for (const float score : scores) {
    uint8_t& count = seen[place(score)];
    count = uint8_t(std::min<size_t>(count + 1u, kWorth));
  }
  ScoreNumbers numbers;
  std::vector<size_t> counts;
  for (const float score : scores) {
    if (seen[place(score)] < kWorth) continue;
    const uint32_t number = numbers.add(score);
    if (number == counts.size()) counts.push_back(0);
    ++counts[number];
  }
  std::vector<std::pair<size_t, float>> often;
  for (uint32_t number = 0; number < counts.size(); ++number)
    if (counts[number] >= kWorth) often.emplace_back(counts[number], numbers.scores[number]);
  std::sort(often.begin(), often.end(), std::greater<>());
  std::vector<float> frequent;
  for (size_t i = 0; i < often.size() && i < kMost; ++i) frequent.push_back(often[i].second);
  return frequent;
}

// The arrays of a StoreView. Blocks are written from the last to the first, as one has the distances of those that follow.
class StoreWriter {
 public:
  std::vector<uint32_t> roots;
  std::vector<uint8_t> blocks;
  std::vector<float> scores;

  // targets: what options refer to; options: called with a member of the trie, gives its options, table by table, best first.
  template <class Options>
  void write(const PhraseWords& targets, const PhraseTrie& trie, uint32_t n_words, uint32_t n_tables, Options options) {
    view_.set_sizes(n_words, n_tables);
    for (const float score : scores) numbers_.add(score);
    std::vector<uint64_t> from_end(trie.size());
    const std::vector<uint32_t> order = preorder(trie);
    for (size_t i = order.size(); i-- > 0;) {
      const uint32_t node = order[i];
      lists_.clear();
      if (trie.phrase[node] != kNoPhrase) write_lists(targets, options(trie.phrase[node]));
      write_head(trie, node, from_end);
      blocks.insert(blocks.end(), lists_.rbegin(), lists_.rend());
      blocks.insert(blocks.end(), head_.rbegin(), head_.rend());
      from_end[node] = blocks.size();
      if (blocks.size() >= 0xFFFFFF00u) throw std::length_error("more than 4 GB of phrases and options");
    }
    blocks.push_back(0);
    std::reverse(blocks.begin(), blocks.end());
    roots.assign(n_words, 0);
    for (uint32_t node = 1; node < trie.children[1]; ++node) roots[trie.word[node]] = uint32_t(blocks.size() - from_end[node]);
    blocks.resize(blocks.size() + kStorePadding, 0);
  }

  // in_table: of its words; the arrays must stay.
  StoreView view(const std::vector<uint8_t>& in_table) const {
    StoreView view = view_;
    view.roots = roots.data();
    view.blocks = blocks.data();
    view.scores = scores.data();
    view.in_table = in_table.data();
    view.n_bytes = uint32_t(blocks.size() - kStorePadding);
    view.n_scores = uint32_t(scores.size());
    return view;
  }

 private:
  // Every node but the empty phrase.
  static std::vector<uint32_t> preorder(const PhraseTrie& trie) {
    std::vector<uint32_t> order, open;
    order.reserve(trie.size());
    for (uint32_t node = 0;; open.pop_back()) {
      if (node != 0) order.push_back(node);
      for (uint32_t child = trie.children[node + 1]; child-- > trie.children[node];) open.push_back(child);
      if (open.empty()) return order;
      node = open.back();
    }
  }

  static void put_number(uint32_t value, std::vector<uint8_t>* out) {
    for (; value >= 0x80; value >>= 7) out->push_back(uint8_t(value | 0x80));
    out->push_back(uint8_t(value));
  }

  static void put_bytes(uint32_t value, uint32_t n_bytes, std::vector<uint8_t>* out) {
    for (; n_bytes-- > 0; value >>= 8) out->push_back(uint8_t(value));
  }

  void write_lists(const PhraseWords& targets, const std::vector<WrittenOption>& options) {
    for (size_t i = 0, end; i < options.size(); i = end) {
      for (end = i; end < options.size() && options[end].table == options[i].table;) ++end;
      if (end - i > 0xFFFF) throw std::length_error("more than 65,535 targets of one phrase in one table");
      put_number(uint32_t(end - i - 1) << view_.table_bits | options[i].table, &lists_);
      for (size_t k = i; k < end; ++k)
          write_option(options[k].logscore, targets.first(options[k].target), targets.last(options[k].target));
    }
  }

  void write_option(float logscore, const uint32_t* word, const uint32_t* last) {
    const uint32_t score = numbers_.find(logscore) + 1, n_words = uint32_t(last - word);
    put_number(score << 3 | std::min(n_words - 1, 7u), &lists_);
    if (n_words >= 8) put_number(n_words - 8, &lists_);
    if (score == 0) {
      uint32_t bits;
      std::memcpy(&bits, &logscore, sizeof bits);
      put_bytes(bits, sizeof bits, &lists_);
    }
    for (; word != last; ++word) put_bytes(*word, view_.word_bytes, &lists_);
  }

  void write_head(const PhraseTrie& trie, uint32_t node, const std::vector<uint64_t>& from_end) {
    const uint32_t first = trie.children[node], last = trie.children[node + 1];
    const auto distance = [&](uint32_t child) { return uint32_t(from_end[first] - from_end[child]); };
    const uint32_t n_bytes = first < last ? bytes_for(distance(last - 1)) : 1;
    if (last - first >= 1u << 29) throw std::length_error("more than 2^29 continuations of one phrase");
    head_.clear();
    put_number((last - first) << 3 | (n_bytes - 1) << 1 | !lists_.empty(), &head_);
    if (!lists_.empty()) put_number(uint32_t(lists_.size()), &head_);
    for (uint32_t child = first; child < last; ++child) put_bytes(trie.word[child], view_.word_bytes, &head_);
    for (uint32_t child = first + 1; child < last; ++child) put_bytes(distance(child), n_bytes, &head_);
  }

  StoreView view_;  // its sizes
  ScoreNumbers numbers_;                            // of `scores`
  std::vector<uint8_t> head_, lists_;               // of the block at hand
};

}  // namespace paragen
