// The syntactic labels of any span of a sentence [CB08 sec. 3.1, figure 2].
//
// A span that is a constituent has the label of its node and, of nodes above each other that span the same words, of all: each
// once, the topmost first and, for one word, its tag last. It has no other label.
//
// Any other span has a label for each node A that covers it, innermost first: A\LEFT/RIGHT, which reads "an A that lacks LEFT on
// its left and RIGHT on its right". Where nothing is lacking on a side, its mark is left out too. LEFT and RIGHT name the
// children of A that are not in the span, in order, with single spaces between them: each by its label or, where the span takes a
// part of it, by what that part is called, in brackets. The child that holds all of the span is put on the left if it lacks
// something on its left, and on the right if not. So *create equal* in
//   (SBARQ (WHADVP (WRB how)) (SQ (VBP do) (NP (PRP we)) (VP (VB create) (NP (JJ equal) (NNS rights)))) (. ?))
// is VP/(NP/NNS), SQ\VBP NP/(VP/(NP/NNS)) and SBARQ\WHADVP (SQ\VBP NP/(VP/(NP/NNS)))/.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "tables/parses/tree.hh"

namespace paragen {

constexpr size_t kMaxSpanLabel = 1000;  // bytes; a longer label is left out, and so are those of nodes above, which hold it

class SpanLabels {
 public:
  // `simple`: constituents only. `levels`: how many of the nodes that cover a span give labels, 0 for all.
  SpanLabels(bool simple, uint32_t levels) : simple_(simple), levels_(levels) {}

  // Fills `labels` with those of a span of leaves, half-open; an empty one, or one that no node covers, has none.
  void of(const Tree& tree, uint32_t begin, uint32_t end, std::vector<std::string>* labels) {
    labels->clear();
    each(tree, begin, end, [labels](std::string_view label) { labels->emplace_back(label); });
  }

  // Calls put(std::string_view) with each label, valid during the call.
  template <class Put>
  void each(const Tree& tree, uint32_t begin, uint32_t end, Put put) {
    if (begin >= end || end > tree.leaves()) return;
    const uint32_t tag = tree.tag(begin);
    uint32_t node = tag;
    while (node != Tree::kNone && tree.node(node).end < end) node = tree.node(node).parent;
    if (node == Tree::kNone) return;
    if (tree.node(node).begin == begin && tree.node(node).end == end) {
      chain(tree, topmost(tree, node), node, put);
    } else if (!simple_) {
      complex(tree, begin, end, node, put);
    }
  }

 private:
  // The highest node that spans the same words.
  static uint32_t topmost(const Tree& tree, uint32_t node) {
    const Tree::Node& low = tree.node(node);
    for (;;) {
      const uint32_t parent = tree.node(node).parent;
      if (parent == Tree::kNone || tree.node(parent).begin != low.begin || tree.node(parent).end != low.end) return node;
      node = parent;
    }
  }

  // Puts the labels of nodes each of which is the only child of the one before; they are numbered in this order.
  template <class Put>
  void chain(const Tree& tree, uint32_t top, uint32_t bottom, Put put) {
    put(tree.label(top));
    if (top == bottom) return;
    seen_.clear();
    seen_.insert(tree.label(top));
    for (uint32_t node = top + 1; node <= bottom; ++node)
      if (seen_.insert(tree.label(node)).second) put(tree.label(node));
  }

  // `node`: the innermost that covers the span.
  template <class Put>
  void complex(const Tree& tree, uint32_t begin, uint32_t end, uint32_t node, Put put) {
    label_ = tree.label(node);
    if (!put_left(tree, node, begin) || !put_right(tree, node, end)) return;
    for (uint32_t level = 1;; ++level) {
      put(std::string_view(label_));
      const uint32_t child = node;
      node = tree.node(child).parent;
      if (node == Tree::kNone || level == levels_) return;
      inner_.swap(label_);
      label_ = tree.label(node);
      if (!put_around(tree, node, child, tree.node(child).begin < begin)) return;
    }
  }

  // Adds what `node` lacks on the left of `begin`; false when that is too long.
  bool put_left(const Tree& tree, uint32_t node, uint32_t begin) {
    path(tree, tree.tag(begin), node);
    size_t opened = 0;
    char separator = '\\';
    for (size_t i = path_.size(); i-- > 0;) {
      const uint32_t below = path_[i];
      if (!put_siblings(tree, tree.node(below).parent + 1, below, &separator)) return false;
      if (tree.node(below).begin == begin) break;
      put_opening(tree.label(below), &separator);
      if (label_.size() > kMaxSpanLabel) return false;
      separator = '\\';
      ++opened;
    }
    label_.append(opened, ')');
    return label_.size() <= kMaxSpanLabel;
  }

  // Adds what `node` lacks on the right of `end`, likewise.
  bool put_right(const Tree& tree, uint32_t node, uint32_t end) {
    if (tree.node(node).end == end) return true;
    path(tree, tree.tag(end - 1), node);
    size_t i = path_.size() - 1;
    char separator = '/';
    for (; tree.node(path_[i]).end != end; --i) {
      put_opening(tree.label(path_[i]), &separator);
      separator = '/';
      if (label_.size() > kMaxSpanLabel) return false;
    }
    for (;; ++i) {
      const uint32_t parent = tree.node(path_[i]).parent;
      if (!put_siblings(tree, tree.node(path_[i]).after, tree.node(parent).after, &separator)) return false;
      if (parent == node) break;
      label_ += ')';
      separator = ' ';
    }
    return label_.size() <= kMaxSpanLabel;
  }

  // Adds what `node` lacks around what the span takes of its child, which inner_ names.
  bool put_around(const Tree& tree, uint32_t node, uint32_t child, bool left) {
    char separator = '\\';
    if (!put_siblings(tree, node + 1, child, &separator)) return false;
    if (!left) separator = '/';
    put_opening(inner_, &separator);
    label_ += ')';
    if (left) separator = '/';
    return put_siblings(tree, tree.node(child).after, tree.node(node).after, &separator) && label_.size() <= kMaxSpanLabel;
  }

  // Adds the labels of sibling nodes, half-open.
  bool put_siblings(const Tree& tree, uint32_t first, uint32_t last, char* separator) {
    for (uint32_t node = first; node != last; node = tree.node(node).after) {
      label_ += *separator;
      label_ += tree.label(node);
      *separator = ' ';
      if (label_.size() > kMaxSpanLabel) return false;
    }
    return true;
  }

  void put_opening(std::string_view label, char* separator) {
    label_ += *separator;
    label_ += '(';
    label_ += label;
    *separator = ' ';
  }

  // The nodes from `low` up to the one below `node`.
  void path(const Tree& tree, uint32_t low, uint32_t node) {
    path_.clear();
    for (; low != node; low = tree.node(low).parent) path_.push_back(low);
  }

  bool simple_;
  uint32_t levels_;
  std::string label_, inner_;
  std::vector<uint32_t> path_;
  std::unordered_set<std::string_view> seen_;
};

// The labels of all spans of a sentence, as columns of numbers.
// A row for each label of each span of words, ordered by begin and end; those of a span in the order of SpanLabels.
struct LabelColumns {
  std::vector<uint32_t> begin, end, label;
  Interner texts;  // of labels, of all sentences so far

  // `boundaries`: of words, in leaves; see TreeMatch. `max_length`: words of the longest span.
  void fill(const Tree& tree, const std::vector<int64_t>& boundaries, uint32_t max_length, SpanLabels* labels) {
    begin.clear();
    end.clear();
    label.clear();
    const size_t words = boundaries.size() - 1;
    for (size_t i = 0; i < words; ++i) {
      if (boundaries[i] < 0) continue;
      for (size_t j = i + 1; j <= std::min<size_t>(words, i + max_length); ++j) {
        if (boundaries[j] < 0) continue;
        labels->each(tree, static_cast<uint32_t>(boundaries[i]), static_cast<uint32_t>(boundaries[j]),
                     [&](std::string_view text) {
          begin.push_back(static_cast<uint32_t>(i));
          end.push_back(static_cast<uint32_t>(j));
          label.push_back(texts.add(text));
        });
      }
    }
  }
};

}  // namespace paragen
