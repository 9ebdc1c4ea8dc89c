// The best derivations with distinct texts, one after the other, from what recombination left behind.
//
// Each hypothesis has a list of the best derivations that lead to it, no two with the same words. Only the first is known
// from the search; the list grows when a hypothesis further right asks for more (lazy k-best extraction, Huang and
// Chiang 2005, algorithm 3). Derivations with the same words meet at the same hypothesis as soon as they cover the same
// source words, so that duplicates are dropped where they arise and cannot multiply.
#pragma once
#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "decoder/beam.hh"

namespace paragen {

class NBest {
 public:
  struct Final {
    uint32_t hypothesis;
    double score;          // of the whole derivation
  };

  // Begin with another sentence. finals: the complete hypotheses and their scores, best first.
  void start(const OptionTable& options, const States& states, const Lattice& lattice, const std::vector<Final>& finals) {
    options_ = &options;
    states_ = &states;
    lattice_ = &lattice;
    list_of_.assign(lattice.hypotheses.size(), kNone);
    text_of_.assign(lattice.hypotheses.size(), 0);
    if (arrivals_.size() < lattice.stacks.size()) arrivals_.resize(lattice.stacks.size());
    for (Arrivals& arrivals : arrivals_) arrivals.clear();
    n_lists_ = 0;
    List& root = lists_[new_list(kNone)];
    for (const Final& final : finals)
      root.edges.push_back({final.score - lattice.hypotheses[final.hypothesis].score, final.hypothesis, kNone, nullptr});
    for (uint32_t i = 0; i < root.edges.size(); ++i) push(0, i, 0);
  }

  // Options of the k-th best derivation, left to right, and its score. False: there are fewer.
  bool derivation(uint32_t k, std::vector<uint32_t>* chosen, double* score) {
    if (!grow(0, k)) return false;
    chosen->clear();
    *score = lists_[0].derived[k].score;
    uint32_t list = 0, rank = k;
    while (true) {
      const Derived& derived = lists_[list].derived[rank];
      const Edge& edge = lists_[list].edges[derived.edge];
      if (edge.option != kNone) chosen->push_back(edge.option);
      if (derived.rank == 0) {
        for (uint32_t at = edge.prev; lattice_->hypotheses[at].prev != kNone; at = lattice_->hypotheses[at].prev)
          chosen->push_back(lattice_->hypotheses[at].option);
        break;
      }
      list = list_of_[edge.prev];
      rank = derived.rank;
    }
    std::reverse(chosen->begin(), chosen->end());
    return true;
  }

 private:
  static constexpr size_t kShort = 128;

  struct Edge {
    double score;          // what it adds
    uint32_t prev;         // hypothesis
    uint32_t option;
    const Block* block;    // whose other edges to the same hypothesis are still hidden; or null
  };

  struct Derived {
    double score;
    uint64_t text;         // hash of the words so far
    uint32_t edge;
    uint32_t rank;         // of the previous hypothesis' derivation
    bool operator<(const Derived& other) const {  // for a heap with the best at the top
      if (score != other.score) return score < other.score;
      return edge != other.edge ? edge > other.edge : rank > other.rank;
    }
  };

  struct List {
    uint32_t hypothesis = kNone;                  // kNone: the whole sentence
    std::vector<Edge> edges;
    std::vector<Derived> derived;                 // the list so far, best first
    std::vector<Derived> candidates;              // a heap
    std::unordered_set<uint64_t> texts;           // of the first n_indexed of `derived`
    size_t n_indexed = 0;
    size_t n_advanced = 0;                        // entries of `derived` whose successors are candidates
  };

  uint32_t new_list(uint32_t hypothesis) {
    if (n_lists_ == lists_.size()) lists_.emplace_back();
    List& list = lists_[n_lists_];
    list.hypothesis = hypothesis;
    list.edges.clear();
    list.derived.clear();
    list.candidates.clear();
    list.texts.clear();
    list.n_indexed = list.n_advanced = 0;
    return n_lists_++;
  }

  // All fronts that lead into a stack, by the language-model state they arrive in.
  struct Arrival {
    const Block* block;
    uint32_t hypothesis;
  };
  struct Arrivals {
    std::vector<uint32_t> states;
    std::vector<Arrival> from;

    void clear() {
      states.clear();
      from.clear();
    }
  };

  const Arrivals& arrivals_at(uint32_t position) {
    Arrivals& arrivals = arrivals_[position];
    if (!arrivals.states.empty()) return arrivals;
    blocks_.clear();
    for (const Block& block : lattice_->blocks[position]) blocks_.push_back({block.best, &block});
    std::stable_sort(blocks_.begin(), blocks_.end());  // of derivations with equal scores the one of the better block comes first
    for (const RankedBlock& ranked : blocks_) {
      const Row& row = *ranked.block->row;
      for (uint32_t i = 0; i < row.n_fronts; ++i) {
        arrivals.states.push_back(row.states[row.fronts[i].place]);
        arrivals.from.push_back({ranked.block, row.fronts[i].hypothesis});
      }
    }
    return arrivals;
  }

  static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ x >> 27) * 0x94D049BB133111EBull;
    return x ^ x >> 33;
  }

  // Hash of a text one option longer; 0 stands for the empty text.
  uint64_t append(uint64_t text, uint32_t option_number) const {
    if (option_number == kNone) return text;
    const Option& option = options_->option(option_number);
    for (uint32_t i = 0; i < option.n_words; ++i) text = mix(text * 0x9E3779B97F4A7C15ull + option.words[i] + 1);
    return text;
  }

  // Words of the best derivation of a hypothesis.
  uint64_t best_text(uint32_t hypothesis) {
    path_.clear();
    uint32_t at = hypothesis;
    for (; lattice_->hypotheses[at].prev != kNone && text_of_[at] == 0; at = lattice_->hypotheses[at].prev) path_.push_back(at);
    uint64_t text = text_of_[at];
    for (size_t i = path_.size(); i-- > 0;) {
      text = append(text, lattice_->hypotheses[path_[i]].option);
      text_of_[path_[i]] = text;
    }
    return text;
  }

  // The list of a hypothesis: its first entry is the search's own; the others wait behind its edges. Of each block only
  // the best edge is looked at: the others cannot come before it.
  uint32_t open(uint32_t hypothesis) {
    if (list_of_[hypothesis] != kNone) return list_of_[hypothesis];
    const uint32_t number = list_of_[hypothesis] = new_list(hypothesis);
    const Hypothesis& target = lattice_->hypotheses[hypothesis];
    const Arrivals& arrivals = arrivals_at(options_->option(target.option).end);
    const uint32_t state = key_context(target.key);
    for (size_t i = 0; i < arrivals.states.size(); ++i)
      if (arrivals.states[i] == state) add_edge(number, *arrivals.from[i].block, arrivals.from[i].hypothesis);
    const uint64_t text = best_text(hypothesis);
    std::vector<Edge>& edges = lists_[number].edges;
    for (uint32_t i = 0; i < edges.size(); ++i) {
      if (edges[i].prev == target.prev && edges[i].option == target.option && lists_[number].derived.empty())
        lists_[number].derived.push_back({target.score, text, i, 0});
      else
        push(number, i, 0);
    }
    return number;
  }

  // The edge by which a block leads from one of its stack's hypotheses to a list's, if it does.
  void add_edge(uint32_t list, const Block& block, uint32_t source) {
    const Hypothesis& target = lattice_->hypotheses[lists_[list].hypothesis];
    const Option& option = options_->option(block.option);
    const Key key = lattice_->source(block, source).key;
    if (states_->next(key, option, key_context(target.key)) != target.key || !states_->allows(key, option)) return;
    uint32_t place;
    const double score = Beam::edge_score(*options_, *states_, *lattice_, block, source, &place);
    lists_[list].edges.push_back({score, lattice_->stacks[block.position].begin + source, block.option, &block});
  }

  // Once a block's best edge is taken, its others become candidates: those from hypotheses of the same group that reach
  // the same state. (Another group has a front, and so an edge that hides its others, of its own.)
  void reveal(uint32_t list, uint32_t edge_number) {
    const Block* block = lists_[list].edges[edge_number].block;
    if (block == nullptr) return;
    lists_[list].edges[edge_number].block = nullptr;
    const Stack& from = lattice_->stacks[block->position];
    const Option& option = options_->option(block->option);
    const uint32_t best = lists_[list].edges[edge_number].prev - from.begin;
    const Group group = key_group(lattice_->source(*block, best).key);
    const double add = option.base + states_->step(lattice_->source(*block, best).key, option);
    const uint32_t state = key_context(lattice_->hypotheses[lists_[list].hypothesis].key);
    const Row& first = follow(*block->row);
    for (uint32_t i = 0; i < from.size(); ++i) {
      const FirstWordRow& row = from.first_words[from.context == nullptr ? i : from.context[i]];
      const uint32_t place = first.place[row.next[first.column]];
      if (block->row->states[reached_[place]] != state || i == best) continue;
      if (key_group(lattice_->source(*block, i).key) != group) continue;
      lists_[list].edges.push_back({row.scores[first.column] + passed_[place] + add, from.begin + i, block->option, nullptr});
      push(list, static_cast<uint32_t>(lists_[list].edges.size() - 1), 0);
    }
  }

  // From the states after a row's first word: which of its states they reach, and at what cost. Returns the first row.
  const Row& follow(const Row& row) {
    if (row.parent == nullptr) {
      passed_.assign(row.n_states, 0);
      reached_.resize(row.n_states);
      for (uint32_t place = 0; place < row.n_states; ++place) reached_[place] = place;
      return row;
    }
    const Row& first = follow(*row.parent);
    for (uint32_t place = 0; place < first.n_states; ++place) {
      passed_[place] += row.logprob[reached_[place]];
      reached_[place] = row.place[reached_[place]];
    }
    return first;
  }

  // Make a derivation a candidate; its text is not worked out before its turn comes.
  void push(uint32_t list, uint32_t edge_number, uint32_t rank) {
    const Edge& edge = lists_[list].edges[edge_number];
    const double before = rank == 0 ? lattice_->hypotheses[edge.prev].score : lists_[list_of_[edge.prev]].derived[rank].score;
    std::vector<Derived>& heap = lists_[list].candidates;
    heap.push_back({before + edge.score, 0, edge_number, rank});
    std::push_heap(heap.begin(), heap.end());
  }

  uint64_t text(uint32_t list, const Derived& derived) {
    const Edge& edge = lists_[list].edges[derived.edge];
    const uint64_t before = derived.rank == 0 ? best_text(edge.prev) : lists_[list_of_[edge.prev]].derived[derived.rank].text;
    return append(before, edge.option);
  }

  // Make the list at least k + 1 long; false if there are fewer derivations.
  bool grow(uint32_t list, uint32_t k) {
    while (lists_[list].derived.size() <= k) {
      // Before a list grows past its last entry, what follows that entry must be among the candidates.
      if (lists_[list].n_advanced < lists_[list].derived.size()) {
        const Derived last = lists_[list].derived[lists_[list].n_advanced++];
        advance(list, last);
      }
      std::vector<Derived>& heap = lists_[list].candidates;
      if (heap.empty()) return false;
      std::pop_heap(heap.begin(), heap.end());
      Derived best = heap.back();
      heap.pop_back();
      best.text = text(list, best);
      if (is_known(list, best.text)) advance(list, best);
      else lists_[list].derived.push_back(best);
    }
    return true;
  }

  // Whether a list has the text already: short lists are searched, long ones have an index.
  bool is_known(uint32_t number, uint64_t text) {
    List& list = lists_[number];
    if (list.derived.size() < kShort)
      return std::any_of(list.derived.begin(), list.derived.end(), [&](const Derived& d) { return d.text == text; });
    for (; list.n_indexed < list.derived.size(); ++list.n_indexed) list.texts.insert(list.derived[list.n_indexed].text);
    return list.texts.count(text) > 0;
  }

  // Make candidates of what comes after a derivation: the next along its edge, and the edges its own one hid.
  void advance(uint32_t list, const Derived& derived) {
    reveal(list, derived.edge);
    const uint32_t prev = lists_[list].edges[derived.edge].prev;
    if (lattice_->hypotheses[prev].prev == kNone) return;
    if (grow(open(prev), derived.rank + 1)) push(list, derived.edge, derived.rank + 1);
  }

  const OptionTable* options_ = nullptr;
  const States* states_ = nullptr;
  const Lattice* lattice_ = nullptr;
  std::vector<List> lists_;           // the first n_lists_ are in use; 0: of the whole sentence
  uint32_t n_lists_ = 0;
  std::vector<uint32_t> list_of_;     // by hypothesis
  std::vector<uint64_t> text_of_;     // by hypothesis: hash of its best derivation's words, 0: not known
  std::vector<Arrivals> arrivals_;    // by stack, filled when first asked for
  std::vector<uint32_t> path_;
  std::vector<double> passed_;        // by place after the first word: see follow()
  std::vector<uint32_t> reached_;
  std::vector<RankedBlock> blocks_;   // of the stack at hand, the best first
};

}  // namespace paragen
