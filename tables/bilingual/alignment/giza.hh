// Giza++'s A3 files: three lines a sentence pair.
//
//   # Sentence pair (1) source length 3 target length 2 alignment score : 0.01
//   deux mots
//   NULL ({ }) two ({ 1 }) short ({ }) words ({ 2 })
//
// The second line is the sentence that was generated, the third the one it was generated from, each word with the
// numbers (from 1) of the words it generated.
#pragma once
#include <cstring>
#include <string>

#include "tables/bilingual/alignment/links.hh"
#include "tables/bilingual/alignment/symmetrise.hh"

namespace paragen::alignment {

class GizaReader {
 public:
  // `backward`: the source was generated from the target.
  GizaReader(bool backward, uint64_t first) : backward_(backward), number_(first) {}

  // Appends the links of a sentence pair; problem.line counts within the three lines.
  bool read(Text header, Text generated, Text given, size_t n_source, size_t n_target, std::string& out, Problem& problem) {
    n_given_ = backward_ ? n_target : n_source;
    n_generated_ = backward_ ? n_source : n_target;
    problem_ = &problem;
    return read_header(header) && read_generated(generated) && read_given(given, out);
  }

 private:
  bool fail(Flaw flaw, size_t line, Text text, uint64_t found = 0, uint64_t expected = 0) {
    problem_->flaw = flaw;
    problem_->line = line;
    problem_->shown = shown(text);
    problem_->found = found;
    problem_->expected = expected;
    return false;
  }

  static bool skip(const char*& at, const char* end, const char* what) {
    const size_t length = std::strlen(what);
    if (static_cast<size_t>(end - at) < length || std::memcmp(at, what, length) != 0) return false;
    at += length;
    return true;
  }

  static bool number(const char*& at, const char* end, uint32_t& value) {
    const char* after = parse_number(at, end, value);
    if (after) at = after;
    return after != nullptr;
  }

  bool read_header(Text line) {
    const char* at = line.data;
    const char* end = at + line.size;
    uint32_t pair, given, generated;
    if (!(skip(at, end, "# Sentence pair (") && number(at, end, pair) && skip(at, end, ") source length ") &&
          number(at, end, given) && skip(at, end, " target length ") && number(at, end, generated)))
      return fail(Flaw::kNoHeader, 0, line);
    if (pair != number_) return fail(Flaw::kNumber, 0, line, pair, number_);
    ++number_;
    if (given != n_given_) return fail(Flaw::kLength, 0, line, given, n_given_);
    if (generated != n_generated_) return fail(Flaw::kLength, 0, line, generated, n_generated_);
    return true;
  }

  bool read_generated(Text line) {
    const size_t found = count_tokens(line);
    return found == n_generated_ || fail(Flaw::kSentenceLength, 1, line, found, n_generated_);
  }

  bool read_given(Text line, std::string& out) {
    TokenCursor tokens(line);
    bool first = true;
    size_t words = 0;
    for (; !tokens.done(); ++words) {
      const Text word = tokens.next();
      if (words == 0 && !is(word, "NULL")) return fail(Flaw::kNoWords, 2, word);
      const Text open = tokens.next();
      if (!is(open, "({")) return fail(Flaw::kNoWords, 2, word);
      for (Text token = tokens.next(); !is(token, "})"); token = tokens.next()) {
        uint32_t position;
        const char* end = token.data + token.size;
        if (parse_number(token.data, end, position) != end || token.size == 0) return fail(Flaw::kNoWords, 2, token.size ? token : word);
        if (position == 0 || position > n_generated_ || words > n_given_)
          return fail(Flaw::kOutOfRange, 2, token, n_given_, n_generated_);
        if (words) append(out, words - 1, position - 1, first);
      }
    }
    if (words == 0) return fail(Flaw::kNoWords, 2, line);
    return words == n_given_ + 1 || fail(Flaw::kSentenceLength, 2, line, words - 1, n_given_);
  }

  static bool is(Text token, const char* what) { return token.size == std::strlen(what) && !std::memcmp(token.data, what, token.size); }

  void append(std::string& out, size_t given, size_t generated, bool& first) const {
    if (!first) out.push_back(' ');
    first = false;
    append_number(out, backward_ ? generated : given);
    out.push_back('-');
    append_number(out, backward_ ? given : generated);
  }

  bool backward_;
  uint64_t number_;
  size_t n_given_ = 0, n_generated_ = 0;
  Problem* problem_ = nullptr;
};

// Turns the lines of an A3 file, three for each of the text, into lines of links.
inline void giza_lines(Text source, Text target, Text a3, size_t n_lines, uint64_t first, bool backward, Symmetrised& result) {
  LineCursor sources(source), targets(target), triples(a3);
  GizaReader reader(backward, first);
  for (size_t line = 0; line < n_lines; ++line) {
    const size_t n_source = count_tokens(sources.next()), n_target = count_tokens(targets.next());
    const Text header = triples.next(), generated = triples.next(), given = triples.next();
    if (!reader.read(header, generated, given, n_source, n_target, result.lines, result.problem)) {
      result.problem.line += 3 * line;
      return;
    }
    result.lines.push_back('\n');
  }
}

}  // namespace paragen::alignment
