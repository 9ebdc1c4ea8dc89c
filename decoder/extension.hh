// From a finished stack: score every option that begins there after every hypothesis, trie node by trie node, and
// leave blocks of extensions at the stacks they lead into.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/first_words.hh"
#include "decoder/floors.hh"
#include "decoder/lattice.hh"
#include "decoder/query_batch.hh"

namespace paragen {

class Extender {
 public:
  void extend(const ProblemC& problem, const OptionTable& options, Floors* floors, uint32_t position, Arena* arena,
              Lattice* lattice) {
    problem_ = &problem;
    options_ = &options;
    floors_ = floors;
    position_ = position;
    arena_ = arena;
    lattice_ = lattice;
    find_contexts();
    first_level();
    while (!level_.empty()) next_level();
  }

 private:
  struct Node {
    uint32_t number;   // in the option table
    const Row* row;
  };

  const Hypothesis& hypothesis(uint32_t i) const { return lattice_->hypotheses[lattice_->stacks[position_].begin + i]; }

  // The distinct language-model states of the stack, and each hypothesis' place among them.
  void find_contexts() {
    Stack& stack = lattice_->stacks[position_];
    states_.clear();
    best_ = hypothesis(0).priority;
    ranks_ = arena_->array<float>(stack.size());
    for (uint32_t i = 0; i < stack.size(); ++i) ranks_[i] = static_cast<float>(hypothesis(i).priority - best_);
    if (floors_->none()) {
      for (uint32_t i = 0; i < stack.size(); ++i) states_.push_back(key_state(hypothesis(i).key));
      return;
    }
    uint32_t* context = arena_->array<uint32_t>(stack.size());
    sorted_.clear();
    for (uint32_t i = 0; i < stack.size(); ++i) sorted_.push_back({key_state(hypothesis(i).key), i});
    std::sort(sorted_.begin(), sorted_.end());
    for (size_t i = 0; i < sorted_.size(); ++i) {
      if (i == 0 || sorted_[i].first != sorted_[i - 1].first) states_.push_back(sorted_[i].first);
      context[sorted_[i].second] = static_cast<uint32_t>(states_.size() - 1);
    }
    stack.context = context;
    floors_->begin_stack(lattice_->hypotheses.data() + stack.begin, stack.size());
  }

  void first_level() {
    words_.clear();
    nodes_.clear();
    for (uint32_t node = options_->first_words(position_); node != kNone; node = options_->node(node).next_sibling) {
      nodes_.push_back(node);
      words_.push_back(options_->node(node).word);
    }
    first_words_.compute(problem_->lm, static_cast<float>(problem_->weights.lm), states_, words_);
    level_.clear();
    const size_t n_contexts = states_.size();
    for (size_t i = 0; i < nodes_.size(); ++i) {
      Row* row = arena_->array<Row>(1);
      float* lm = arena_->array<float>(n_contexts);
      for (size_t c = 0; c < n_contexts; ++c) lm[c] = first_words_.scores(c)[i];
      row->lm = lm;
      row->offset = 0;
      column_.resize(n_contexts);
      for (size_t c = 0; c < n_contexts; ++c) column_[c] = first_words_.next(c)[i];
      const std::vector<uint32_t>& next = first_words_.next_states(i);
      set_states(row, next.data(), next.size(), column_.data());
      rank(row);
      visit(nodes_[i], row);
    }
  }

  // Give a row its next states: of the n candidates those that some context uses.
  void set_states(Row* row, const uint32_t* states, size_t n, const uint32_t* column) {
    const size_t n_contexts = states_.size();
    place_.assign(n, kNone);
    uint32_t used = 0;
    if (n > 1) {
      for (size_t c = 0; c < n_contexts; ++c) {
        uint32_t& place = place_[column[c]];
        if (place == kNone) place = used++;
      }
    } else {
      place_[0] = used++;
    }
    uint32_t* kept = arena_->array<uint32_t>(used);
    for (size_t k = 0; k < n; ++k)
      if (place_[k] != kNone) kept[place_[k]] = states[k];
    row->states = kept;
    row->n_states = used;
    row->index = nullptr;
    if (used > 1) {
      uint32_t* index = arena_->array<uint32_t>(n_contexts);
      for (size_t c = 0; c < n_contexts; ++c) index[c] = place_[column[c]];
      row->index = index;
    }
  }

  // Where contexts are hypotheses, one addition serves all options of the row.
  void rank(Row* row) {
    row->ranked = nullptr;
    row->max = 0;
    if (!floors_->none()) return;
    const size_t n = states_.size();
    float* ranked = arena_->array<float>(n);
    float max = -std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < n; ++i) {
      ranked[i] = ranks_[i] + row->lm[i];
      max = std::max(max, ranked[i]);
    }
    row->ranked = ranked;
    row->max = max;
  }

  void next_level() {
    batch_.clear();
    for (const Node& parent : level_)
      for (uint32_t node = options_->node(parent.number).first_child; node != kNone; node = options_->node(node).next_sibling)
        for (uint32_t k = 0; k < parent.row->n_states; ++k)
          batch_.add(problem_->lm, parent.row->states[k], options_->node(node).word);
    batch_.run(problem_->lm);
    parents_.swap(level_);
    level_.clear();
    size_t at = 0;
    for (const Node& parent : parents_)
      for (uint32_t node = options_->node(parent.number).first_child; node != kNone; node = options_->node(node).next_sibling) {
        visit(node, child_row(*parent.row, at));
        at += parent.row->n_states;
      }
  }

  // The row of a node one word longer than `parent`'s; its answers begin at `at` in the batch.
  const Row* child_row(const Row& parent, size_t at) {
    Row* row = arena_->array<Row>(1);
    *row = parent;
    const float weight = static_cast<float>(problem_->weights.lm);
    if (parent.n_states == 1) {
      row->offset += weight * batch_[at].logprob;
      uint32_t* state = arena_->array<uint32_t>(1);
      *state = batch_[at].state;
      row->states = state;
      return row;
    }
    next_.clear();
    remap_.resize(parent.n_states);
    for (uint32_t k = 0; k < parent.n_states; ++k) {
      const uint32_t state = batch_[at + k].state;
      uint32_t place = 0;
      while (place < next_.size() && next_[place] != state) ++place;
      if (place == next_.size()) next_.push_back(state);
      remap_[k] = place;
    }
    const size_t n = states_.size();
    float* lm = arena_->array<float>(n);
    column_.resize(n);
    for (size_t c = 0; c < n; ++c) {
      const uint32_t k = parent.index[c];
      lm[c] = parent.lm[c] + weight * batch_[at + k].logprob;
      column_[c] = remap_[k];
    }
    row->lm = lm;
    set_states(row, next_.data(), next_.size(), column_.data());
    rank(row);
    return row;
  }

  // Leave a block for each option that ends at the node; go on below it in the next round.
  void visit(uint32_t node, const Row* row) {
    for (uint32_t at = options_->node(node).first_ending; at != kNone; at = options_->ending(at).next) {
      const uint32_t number = options_->ending(at).option;
      const Option& option = options_->option(number);
      Block block{row, position_, number, row->ranked, best_ + row->offset + option.base, 0};
      if (floors_->none()) block.best = block.add + row->max;
      else if (!floors_->fill(option, ranks_, lattice_->stacks[position_].context, arena_, &block)) continue;
      lattice_->blocks[option.end].push_back(block);
    }
    if (options_->node(node).first_child != kNone) level_.push_back({node, row});
  }

  const ProblemC* problem_ = nullptr;
  const OptionTable* options_ = nullptr;
  Floors* floors_ = nullptr;
  Arena* arena_ = nullptr;
  Lattice* lattice_ = nullptr;
  uint32_t position_ = 0;
  double best_ = 0;
  float* ranks_ = nullptr;                  // by hypothesis: priority below the best
  FirstWords first_words_;
  QueryBatch batch_;
  std::vector<uint32_t> states_, words_, nodes_, next_, remap_, place_, column_;
  std::vector<std::pair<uint32_t, uint32_t>> sorted_;
  std::vector<Node> level_, parents_;
};

}  // namespace paragen
