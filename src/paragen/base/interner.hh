// Every distinct byte string once, numbered in order of first appearance.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/hash_table.hh"

namespace paragen {

class Interner {
 public:
  uint32_t add(std::string_view text) {
    const uint32_t id = table_.find_or_add(hash(text), size(), [&](uint32_t known) { return this->text(known) == text; });
    if (id == size()) {
      bytes_.append(text);
      offsets_.push_back(bytes_.size());
    }
    return id;
  }

  // kNotFound where it was not added.
  uint32_t find(std::string_view text) const { return find(text, hash(text)); }

  // The same, for many texts at a time: hash and prefetch them all, then find each.
  uint32_t find(std::string_view text, uint64_t hash) const {
    return table_.find(hash, [&](uint32_t known) { return this->text(known) == text; });
  }

  static uint64_t hash(std::string_view text) { return hash_bytes(text.data(), text.size()); }
  void prefetch(uint64_t hash) const { table_.prefetch(hash); }

  uint32_t size() const { return static_cast<uint32_t>(offsets_.size() - 1); }

  // Valid until the next add().
  std::string_view text(uint32_t id) const { return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]}; }

  const std::string& bytes() const { return bytes_; }                   // of all texts, one after the other
  const std::vector<uint64_t>& offsets() const { return offsets_; }     // where each begins, and the last ends
  size_t memory() const { return bytes_.capacity() + offsets_.capacity() * sizeof(uint64_t) + table_.memory(); }

 private:
  HashTable table_;
  std::string bytes_;
  std::vector<uint64_t> offsets_ = std::vector<uint64_t>(1, 0);
};

}  // namespace paragen
