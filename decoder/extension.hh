// From a finished stack: extend its hypotheses by every option that begins there, trie node by trie node, and leave
// blocks of extensions at the stacks they lead into.
//
// After each target word, hypotheses that the language model can no longer tell apart recombine (fronts), so that the
// following words are scored once per state, not once per hypothesis.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/lm_queries.hh"
#include "decoder/lattice.hh"
#include "decoder/states.hh"

namespace paragen {

class Extender {
 public:
  void extend(const ProblemC& problem, const OptionTable& options, States* states, uint32_t position, Arena* arena,
              Lattice* lattice) {
    options_ = &options;
    states_ = states;
    position_ = position;
    arena_ = arena;
    lattice_ = lattice;
    weight_ = static_cast<float>(problem.features->lm_weight());
    find_contexts();
    first_level(problem.features->lm());
    while (!level_.empty()) next_level(problem.features->lm());
  }

 private:
  static constexpr float kLowest = -std::numeric_limits<float>::infinity();

  struct Node {
    uint32_t number;   // in the option table
    const Row* row;
  };

  // The distinct language-model states of the stack, and each hypothesis' place among them.
  void find_contexts() {
    Stack& stack = lattice_->stacks[position_];
    const Hypothesis* hypotheses = lattice_->hypotheses.data() + stack.begin;
    const uint32_t n = stack.size();
    best_ = hypotheses[0].priority;
    ranks_.resize(n);
    contexts_.clear();
    states_->begin_stack(hypotheses, n);
    for (uint32_t i = 0; i < n; ++i) ranks_[i] = static_cast<float>(hypotheses[i].priority - best_);
    if (states_->none()) {
      for (uint32_t i = 0; i < n; ++i) contexts_.push_back(key_context(hypotheses[i].key));
      return;
    }
    uint32_t* context = arena_->array<uint32_t>(n);
    sorted_.clear();
    for (uint32_t i = 0; i < n; ++i) sorted_.push_back({key_context(hypotheses[i].key), i});
    std::sort(sorted_.begin(), sorted_.end());
    for (size_t i = 0; i < n; ++i) {
      if (i == 0 || sorted_[i].first != sorted_[i - 1].first) contexts_.push_back(sorted_[i].first);
      context[sorted_[i].second] = static_cast<uint32_t>(contexts_.size() - 1);
    }
    stack.context = context;
  }

  // Rows of one word, from the matrix of first words.
  void first_level(const LmView& lm) {
    words_.clear();
    nodes_.clear();
    for (uint32_t node = options_->first_words(position_); node != kNone; node = options_->node(node).next_sibling) {
      nodes_.push_back(node);
      words_.push_back(options_->node(node).word);
    }
    first_words_.compute(lm, weight_, contexts_, words_, arena_);
    Stack& stack = lattice_->stacks[position_];
    FirstWordRow* first = arena_->array<FirstWordRow>(contexts_.size());
    for (size_t i = 0; i < contexts_.size(); ++i) first[i] = first_words_.row(i);
    stack.first_words = first;
    recombine_first(stack);
    level_.clear();
    for (uint32_t column = 0; column < nodes_.size(); ++column) {
      const Row* row = first_row(column, stack.size());
      if (row->n_fronts > 0) visit(nodes_[column], row);
    }
  }

  // The best hypothesis for each column, next state and group.
  void recombine_first(const Stack& stack) {
    const uint32_t n_groups = states_->n_groups();
    const uint32_t n_columns = static_cast<uint32_t>(words_.size());
    offsets_.resize(n_columns);
    size_t size = 0;
    for (uint32_t column = 0; column < n_columns; ++column) {
      offsets_[column] = size;
      size += first_words_.next_states(column).size() * n_groups;
    }
    clear_bests(size);
    float* values = best_values_.data();
    uint32_t* hypotheses = best_hypotheses_.data();
    const size_t* offsets = offsets_.data();
    for (uint32_t i = 0; i < stack.size(); ++i) {
      const FirstWordRow& row = stack.first_words[stack.context == nullptr ? i : stack.context[i]];
      const uint32_t group = states_->group(i);
      const float rank = ranks_[i];
      for (uint32_t column = 0; column < n_columns; ++column) {
        const float value = rank + row.scores[column];
        const size_t slot = offsets[column] + size_t(row.next[column]) * n_groups + group;
        if (value > values[slot]) {
          values[slot] = value;
          hypotheses[slot] = i;
        }
      }
    }
  }

  // Make room for `n` bests, all empty.
  void clear_bests(size_t n) {
    if (best_values_.size() < n) {
      best_values_.resize(n);
      best_hypotheses_.resize(n);
    }
    std::fill_n(best_values_.begin(), n, kLowest);
  }

  const Row* first_row(uint32_t column, uint32_t n_hypotheses) {
    const std::vector<uint32_t>& next = first_words_.next_states(column);
    const uint32_t n_states = static_cast<uint32_t>(next.size());
    uint32_t* kept = arena_->array<uint32_t>(2 * next.size());
    uint32_t* place = kept + n_states;
    return make_row({nullptr, column, n_states, next.data(), place, nullptr}, offsets_[column], n_hypotheses, kept, place);
  }

  // A row whose best hypotheses by (state, group), at most `max_fronts`, begin at `offset`. States that a hypothesis reaches
  // are put into `kept`, and moved[k] becomes the k-th state's place there. (A row has no fronts at all only if an altered
  // model scores NaN.)
  const Row* make_row(const Row& from, size_t offset, uint32_t max_fronts, uint32_t* kept, uint32_t* moved) {
    const uint32_t n_groups = states_->n_groups();
    Row* row = arena_->array<Row>(1);
    Front* fronts = arena_->array<Front>(std::min<size_t>(max_fronts, size_t(from.n_states) * n_groups));
    *row = from;
    row->states = kept;
    row->fronts = fronts;
    uint32_t n_kept = 0;
    float best = kLowest;
    for (uint32_t k = 0; k < from.n_states; ++k) {
      const Front* first = fronts;
      for (uint32_t group = 0; group < n_groups; ++group, ++offset) {
        if (best_values_[offset] == kLowest) continue;
        *fronts++ = {best_values_[offset], n_kept, group, best_hypotheses_[offset]};
        best = std::max(best, best_values_[offset]);
      }
      moved[k] = fronts != first ? n_kept : 0;
      if (fronts != first) kept[n_kept++] = from.states[k];
    }
    row->n_states = n_kept;
    row->n_fronts = static_cast<uint32_t>(fronts - row->fronts);
    row->best = best;
    return row;
  }

  void next_level(const LmView& lm) {
    batch_.clear();
    for (const Node& parent : level_)
      for (uint32_t node = options_->node(parent.number).first_child; node != kNone; node = options_->node(node).next_sibling)
        batch_.add(lm, parent.row->states, parent.row->n_states, options_->node(node).word);
    batch_.run(lm);
    parents_.swap(level_);
    level_.clear();
    size_t at = 0;
    for (const Node& parent : parents_)
      for (uint32_t node = options_->node(parent.number).first_child; node != kNone; node = options_->node(node).next_sibling) {
        const Row* row = child_row(*parent.row, at);
        if (row->n_fronts > 0) visit(node, row);
        at += parent.row->n_states;
      }
  }

  // The row of a node one word longer than `parent`'s; its answers begin at `at` in the batch.
  const Row* child_row(const Row& parent, size_t at) {
    const uint32_t n_groups = states_->n_groups();
    float* logprob = arena_->array<float>(parent.n_states);
    uint32_t* states = arena_->array<uint32_t>(2 * size_t(parent.n_states));
    uint32_t* place = states + parent.n_states;
    uint32_t n_states = 0;
    for (uint32_t k = 0; k < parent.n_states; ++k) {
      const QueryBatch::Query& answer = batch_[at + k];
      logprob[k] = weight_ * answer.logprob;
      uint32_t to = 0;
      while (to < n_states && states[to] != answer.state) ++to;
      if (to == n_states) states[n_states++] = answer.state;
      place[k] = to;
    }
    clear_bests(size_t(n_states) * n_groups);
    for (uint32_t i = 0; i < parent.n_fronts; ++i) {
      const Front& front = parent.fronts[i];
      const float value = front.value + logprob[front.place];
      const size_t slot = size_t(place[front.place]) * n_groups + front.group;
      if (value > best_values_[slot]) {
        best_values_[slot] = value;
        best_hypotheses_[slot] = front.hypothesis;
      }
    }
    moved_.resize(n_states);
    const Row* row = make_row({&parent, 0, n_states, states, place, logprob}, 0, parent.n_fronts, states, moved_.data());
    if (row->n_states < n_states)
      for (uint32_t k = 0; k < parent.n_states; ++k) place[k] = moved_[place[k]];
    return row;
  }

  // Leave a block for each option that ends at the node; go on below it in the next round.
  void visit(uint32_t node, const Row* row) {
    for (uint32_t number = options_->node(node).last_option; number != kNone; number = options_->option(number).other) {
      const Option& option = options_->option(number);
      Block block{row, position_, number, nullptr, nullptr, best_ + option.base, best_ + option.base + row->best};
      if (states_->none() || states_->fill(option, arena_, &block)) lattice_->blocks[option.end].push_back(block);
    }
    if (options_->node(node).first_child != kNone) level_.push_back({node, row});
  }

  const OptionTable* options_ = nullptr;
  States* states_ = nullptr;
  Arena* arena_ = nullptr;
  Lattice* lattice_ = nullptr;
  uint32_t position_ = 0;
  double best_ = 0;                         // the stack's best priority
  float weight_ = 1;                        // of the language model
  std::vector<float> ranks_;                // by hypothesis: priority below the best
  FirstWords first_words_;
  QueryBatch batch_;
  std::vector<uint32_t> contexts_, words_, nodes_, moved_;
  std::vector<size_t> offsets_;             // by column: where its bests begin
  std::vector<float> best_values_;          // by (state, group), of one row or of all columns
  std::vector<uint32_t> best_hypotheses_;
  std::vector<std::pair<uint32_t, uint32_t>> sorted_;
  std::vector<Node> level_, parents_;
};

// The end of the sentence, scored after every extension that leads into the last stack, before that stack is cut: priorities
// there include it, since otherwise the best hypothesis might be cut in favour of one that ends badly.
class SentenceEnd {
 public:
  // Extensions that recombine have the same language-model state, and so the same end.
  void score(const ProblemC& problem, uint32_t n_words, Arena* arena, Lattice* lattice) {
    std::vector<Block>& blocks = lattice->blocks[n_words];
    const LmView& lm = problem.features->lm();
    batch_.clear();
    for (size_t i = 0; i < blocks.size(); ++i)
      if (is_first_of_row(blocks, i)) batch_.add(lm, blocks[i].row->states, blocks[i].row->n_states, lm.end_word);
    batch_.run(lm);
    const float weight = static_cast<float>(problem.features->lm_weight());
    float* ends = arena->array<float>(batch_.size());
    for (size_t i = 0; i < batch_.size(); ++i) ends[i] = weight * batch_[i].logprob;
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (i > 0 && is_first_of_row(blocks, i)) ends += blocks[i - 1].row->n_states;
      add(ends, &blocks[i]);
    }
  }

 private:
  // Blocks of one row stand side by side.
  static bool is_first_of_row(const std::vector<Block>& blocks, size_t i) { return i == 0 || blocks[i].row != blocks[i - 1].row; }

  static void add(const float* ends, Block* block) {
    block->ends = ends;
    float best = -std::numeric_limits<float>::infinity();
    for (uint32_t i = 0; i < block->row->n_fronts; ++i) best = std::max(best, block->value(block->row->fronts[i]));
    block->best = block->add + best;
  }

  QueryBatch batch_;
};

}  // namespace paragen
