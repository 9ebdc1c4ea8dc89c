// Tags phrases, each by itself.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/text_column.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

// Appends the names of the tags of a phrase's words, which are separated by single spaces.
inline void tag_phrase(const TaggerView& tagger, std::string_view phrase, const std::vector<std::string>& names, TextColumn* out) {
  std::vector<TagWord> words;
  for (size_t at = 0; at <= phrase.size();) {
    const size_t end = std::min(phrase.find(' ', at), phrase.size());
    words.push_back(tag_word(phrase.data() + at, end - at, 0));
    at = end + 1;
  }
  std::vector<uint8_t> tags(words.size());
  tagger.tag(words.data(), words.size(), tags.data());
  for (size_t i = 0; i < tags.size(); ++i) {
    if (i > 0) out->append(" ");
    out->append(names[tags[i]]);
  }
  out->close();
}

}  // namespace paragen
