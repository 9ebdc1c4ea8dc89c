// The end of the sentence, scored after every extension that leads into the last stack, before that stack is cut: priorities
// there include it, since otherwise the best hypothesis might be cut in favour of one that ends badly.
#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/lattice.hh"
#include "decoder/query_batch.hh"

namespace paragen {

class SentenceEnd {
 public:
  // Extensions that recombine have the same language-model state, and so the same end.
  void score(const ProblemC& problem, uint32_t n_words, Arena* arena, Lattice* lattice) {
    std::vector<Block>& blocks = lattice->blocks[n_words];
    batch_.clear();
    for (size_t i = 0; i < blocks.size(); ++i)
      if (is_first_of_row(blocks, i))
        for (uint32_t place = 0; place < blocks[i].row->n_states; ++place)
          batch_.add(problem.lm, blocks[i].row->states[place], problem.lm.end_word);
    batch_.run(problem.lm);
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
