// Fill one stack: of all extensions that lead into it, keep the best for each key, and of those the best `stack`
// within the beam.
//
// Blocks are read best first, so that the bar rises early: a block whose best extension is below the bar ends the reading.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "decoder/lattice.hh"
#include "decoder/states.hh"

namespace paragen {

class Beam {
 public:
  void fill(const LimitsC& limits, const OptionTable& options, const States& states, uint32_t position, Lattice* lattice) {
    entries_.clear();
    n_read_ = 0;
    slots_.assign(slots_.empty() ? kFewSlots : slots_.size(), 0);
    bar_ = limits.beam;
    queue_.clear();
    for (const Block& block : lattice->blocks[position])
      if (block.best > -std::numeric_limits<float>::infinity()) queue_.push_back({block.best, &block});  // nor NaN
    for (size_t i = 0, n_sorted = 0; i < queue_.size(); ++i) {
      if (i == n_sorted) n_sorted = sort_more(n_sorted);
      if (static_cast<float>(queue_[i].best - queue_[0].best) < bar_) break;
      read(limits, options, states, *lattice, *queue_[i].block, queue_[0].best);
    }
    if (entries_.empty() && !queue_.empty()) {
      // A beam so narrow that rounding would drop the best extension itself.
      bar_ = -std::numeric_limits<float>::infinity();
      read(limits, options, states, *lattice, *queue_[0].block, queue_[0].best);
      bar_ = limits.beam;
    }
    cut(limits.stack);
    std::sort(entries_.begin(), entries_.end(), better);
    keep(options, states, position, lattice);
  }

 private:
  static constexpr size_t kFewBlocks = 16;
  static constexpr size_t kFewSlots = 64;  // a power of two

  struct Entry {
    Key key;
    float value;
    uint32_t hypothesis;      // of the block's stack
    const Block* block;
    uint32_t sequence;        // breaks ties: the first read stays first
  };

  // Sort the best of the blocks that are not sorted yet, a few at first. Returns how many are sorted now.
  size_t sort_more(size_t n_sorted) {
    const auto begin = queue_.begin() + n_sorted, end = queue_.begin() + std::min(queue_.size(), 4 * n_sorted + kFewBlocks);
    if (end != queue_.end()) std::nth_element(begin, end, queue_.end());
    std::sort(begin, end);
    return end - queue_.begin();
  }

  static bool better(const Entry& a, const Entry& b) {
    return a.value != b.value ? a.value > b.value : a.sequence < b.sequence;
  }

  void read(const LimitsC& limits, const OptionTable& options, const States& states, const Lattice& lattice,
            const Block& block, double top) {
    const Row& row = *block.row;
    const float add = static_cast<float>(block.add - top);
    for (uint32_t i = 0; i < row.n_fronts; ++i) {
      const Front& front = row.fronts[i];
      const float value = block.value(front) + add;
      if (!(value >= bar_) || value == -std::numeric_limits<float>::infinity()) continue;
      const Key source = lattice.source(block, front.hypothesis).key;
      const Key key = states.next(source, options.option(block.option), row.states[front.place]);
      insert({key, value, front.hypothesis, &block, n_read_++});
      if (entries_.size() >= 2 * size_t(limits.stack)) cut(limits.stack);
    }
  }

  static uint64_t hash(Key key) { return static_cast<uint64_t>(key ^ key >> 29) * 0x9E3779B97F4A7C15ull >> 32; }

  void insert(const Entry& entry) {
    const uint64_t mask = slots_.size() - 1;
    uint64_t slot = hash(entry.key) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
      Entry& known = entries_[slots_[slot] - 1];
      if (known.key != entry.key) continue;
      if (entry.value > known.value) known = entry;
      return;
    }
    entries_.push_back(entry);
    slots_[slot] = static_cast<uint32_t>(entries_.size());
    if (entries_.size() * 2 > slots_.size()) rehash(slots_.size() * 2);
  }

  void rehash(size_t size) {
    slots_.assign(size, 0);
    for (size_t i = 0; i < entries_.size(); ++i) {
      uint64_t slot = hash(entries_[i].key) & (size - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (size - 1);
      slots_[slot] = static_cast<uint32_t>(i + 1);
    }
  }

  // Keep the best `stack` entries and raise the bar to the last of them.
  void cut(uint32_t stack) {
    if (entries_.size() <= stack) return;
    std::nth_element(entries_.begin(), entries_.begin() + (stack - 1), entries_.end(), better);
    bar_ = std::max(bar_, entries_[stack - 1].value);
    entries_.resize(stack);
    rehash(slots_.size());
  }

  void keep(const OptionTable& options, const States& states, uint32_t position, Lattice* lattice) {
    Stack& stack = lattice->stacks[position];
    stack.begin = static_cast<uint32_t>(lattice->hypotheses.size());
    for (const Entry& entry : entries_) {
      const Block& block = *entry.block;
      const Hypothesis& source = lattice->source(block, entry.hypothesis);
      uint32_t place;
      const double score = source.score + edge_score(options, states, *lattice, block, entry.hypothesis, &place);
      const double end = block.ends == nullptr ? 0 : block.ends[place];
      const double priority = score + states.ahead(entry.key, position) + end;
      const uint32_t prev = lattice->stacks[block.position].begin + entry.hypothesis;
      lattice->hypotheses.push_back({score, priority, entry.key, prev, block.option});
    }
    stack.end = static_cast<uint32_t>(lattice->hypotheses.size());
  }

 public:
  // What a block's option adds to the score of a hypothesis of its stack; *place becomes that of the state it leads to.
  static double edge_score(const OptionTable& options, const States& states, const Lattice& lattice, const Block& block,
                           uint32_t hypothesis, uint32_t* place) {
    const Option& option = options.option(block.option);
    const double logprob = lattice.stacks[block.position].logprob(*block.row, hypothesis, place);
    return logprob + option.base + states.step(lattice.source(block, hypothesis).key, option);
  }

 private:
  float bar_ = 0;
  uint32_t n_read_ = 0;
  std::vector<RankedBlock> queue_;   // of the blocks that lead into the stack
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;    // key -> entry + 1
};

}  // namespace paragen
