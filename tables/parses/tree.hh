// Trees in Penn brackets: (S (NP-SBJ (DT the) (NN end)) (. .)).
//
// A tree leaves out what is not needed: functions, indices and alternatives of labels (NP for NP-SBJ-1, ADVP for ADVP|PRT),
// traces and what they leave empty, and artificial roots (ROOT, TOP, an empty label), whose children take their place. So a tree
// may have several tops, and none where the text is empty or ().
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/utf8.hh"

namespace paragen {

class Tree {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  // A constituent or, above each leaf, its tag; in the order in which they open, so that the first child of a node with children
  // is the one behind it.
  struct Node {
    uint32_t label_at, label_size;
    uint32_t begin, end;  // leaves, half-open; never empty
    uint32_t parent;      // kNone for a top
    uint32_t after;       // the next node that is not below this one: its next sibling, where it has one
  };

  uint32_t leaves() const { return static_cast<uint32_t>(leaves_.size()); }
  uint32_t nodes() const { return static_cast<uint32_t>(nodes_.size()); }
  const Node& node(uint32_t id) const { return nodes_[id]; }
  std::string_view label(uint32_t id) const { return {text_.data() + nodes_[id].label_at, nodes_[id].label_size}; }

  // A leaf as it stands, with Penn escapes; and the node that is its tag.
  std::string_view leaf(uint32_t i) const { return {text_.data() + leaves_[i].at, leaves_[i].size}; }
  uint32_t tag(uint32_t i) const { return leaves_[i].tag; }

  bool is_tag(uint32_t id) const { return tag(nodes_[id].begin) == id; }

 private:
  friend class TreeReader;
  struct Leaf {
    uint32_t at, size, tag;
  };

  std::string text_;  // what was read
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
};

constexpr size_t kMaxTreeBytes = size_t{1} << 24;
constexpr uint32_t kMaxLeaves = 100000;
constexpr size_t kMaxTreeLabel = 100;  // bytes

// Whether more brackets open than close in a piece of a file, and by how many; brackets that are tokens do not count.
int64_t bracket_depth(std::string_view text);

class TreeReader {
 public:
  // Reads the trees of a text as one; false if it is not a tree. Then problem() and found() say why, and the tree is empty.
  bool read(std::string_view text, Tree* tree) {
    tree_ = tree;
    tree->nodes_.clear();
    tree->leaves_.clear();
    artificial_.clear();
    open_ = Tree::kNone;
    at_ = 0;
    problem_ = "";
    if (text.size() > kMaxTreeBytes) return fail("too_long", {});
    if (!is_text(text.data(), text.size())) return fail("not_text", {});
    tree->text_.assign(text);
    text_ = tree->text_;
    for (skip_spaces(); at_ < text_.size(); skip_spaces())
      if (!piece()) return false;
    return artificial_.empty() || fail("unclosed", {});
  }

  const char* problem() const { return problem_; }
  const std::string& found() const { return found_; }

  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool is_bracket(char c) { return c == '(' || c == ')'; }

  // Whether text[at] opens a tag whose token is a bare bracket, which some parsers do not escape: (-LRB- () and (: )).
  // `label` gets the length of the tag.
  static bool is_bare(std::string_view text, size_t at, size_t* label) {
    size_t end = at + 1;
    while (end < text.size() && !is_space(text[end]) && !is_bracket(text[end])) ++end;
    *label = end - at - 1;
    return *label != 0 && end + 2 < text.size() && text[end] == ' ' && is_bracket(text[end + 1]) && text[end + 2] == ')';
  }

 private:
  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  // Takes what is neither white space nor a bracket.
  std::string_view word() {
    const size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && !is_bracket(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool piece() {
    if (text_[at_] == '(') return opening();
    if (text_[at_] == ')' && !artificial_.empty()) {
      ++at_;
      close();
      return true;
    }
    return fail("outside", text_[at_] == ')' ? text_.substr(at_, 1) : word());
  }

  bool opening() {
    size_t bare;
    if (is_bare(text_, at_, &bare)) {
      const std::string_view tag = text_.substr(at_ + 1, bare), token = text_.substr(at_ + 2 + bare, 1);
      at_ += bare + 4;
      return leaf(tag, token);
    }
    const size_t begin = at_++;
    skip_spaces();
    const std::string_view label = word();
    skip_spaces();
    if (label.empty() || at_ == text_.size() || is_bracket(text_[at_])) return open(label);
    const std::string_view token = word();
    skip_spaces();
    if (at_ == text_.size()) return fail("unclosed", {});
    if (text_[at_] != ')') {
      if (word().empty()) ++at_;
      return fail("token", text_.substr(begin, at_ - begin));
    }
    ++at_;
    return leaf(label, token);
  }

  bool open(std::string_view label) {
    if (!strip(&label)) return false;
    const bool artificial = label.empty() || label == "ROOT" || label == "TOP";
    artificial_.push_back(artificial);
    if (!artificial) open_ = add(label);
    return true;
  }

  void close() {
    const bool artificial = artificial_.back();
    artificial_.pop_back();
    if (artificial) return;
    const uint32_t id = open_;
    open_ = tree_->nodes_[id].parent;
    tree_->nodes_[id].end = tree_->leaves();
    tree_->nodes_[id].after = tree_->nodes();
    if (tree_->nodes_[id].begin == tree_->leaves()) tree_->nodes_.pop_back();  // what was below has gone the same way
  }

  bool leaf(std::string_view tag, std::string_view token) {
    if (tag == "-NONE-") return true;
    if (!strip(&tag)) return false;
    if (tree_->leaves() == kMaxLeaves) return fail("tokens", {});
    const uint32_t id = add(tag);
    tree_->leaves_.push_back({static_cast<uint32_t>(token.data() - text_.data()), static_cast<uint32_t>(token.size()), id});
    tree_->nodes_[id].end = tree_->leaves();
    tree_->nodes_[id].after = id + 1;
    return true;
  }

  uint32_t add(std::string_view label) {
    const uint32_t at = label.empty() ? 0 : static_cast<uint32_t>(label.data() - text_.data());
    tree_->nodes_.push_back({at, static_cast<uint32_t>(label.size()), tree_->leaves(), 0, open_, 0});
    return tree_->nodes() - 1;
  }

  // Leaves functions and indices out: what follows the first - = or |, but for labels that begin with one (-LRB-).
  bool strip(std::string_view* label) {
    size_t size = 0;
    for (; size < label->size() && (*label)[size] != '-' && (*label)[size] != '=' && (*label)[size] != '|'; ++size)
      if (static_cast<unsigned char>((*label)[size]) < ' ') return fail("label", *label);
    if (size != 0) label->remove_suffix(label->size() - size);
    return label->size() <= kMaxTreeLabel || fail("label", *label);
  }

  bool fail(const char* problem, std::string_view found) {
    problem_ = problem;
    found_.assign(found.substr(0, 200));
    tree_->nodes_.clear();
    tree_->leaves_.clear();
    return false;
  }

  Tree* tree_ = nullptr;
  std::string_view text_;
  size_t at_ = 0;
  uint32_t open_ = Tree::kNone;         // the innermost node that is open
  std::vector<bool> artificial_;        // of each bracket that is open: is there no node for it?
  const char* problem_ = "";
  std::string found_;
};

inline int64_t bracket_depth(std::string_view text) {
  int64_t depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ')') --depth;
    if (text[at] != '(') continue;
    size_t bare;
    if (TreeReader::is_bare(text, at, &bare)) {
      at += bare + 3;
    } else {
      ++depth;
    }
  }
  return depth;
}

}  // namespace paragen
