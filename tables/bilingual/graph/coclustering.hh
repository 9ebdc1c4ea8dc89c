#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tables/bilingual/graph/component.hh"

namespace paragen::graph {

struct ClusterSettings {
  double alpha;
  uint32_t soft;      // clusters of a phrase, at most
  double soft_share;  // of the best gain that a further cluster needs
  uint32_t rounds;
};

/// Clusters the two sides of components, one after the other. Keeps its memory.
class CoClustering {
 public:
  CoClustering(const PhraseTable& table, const ClusterSettings& settings) : table_(table), settings_(settings) {}

  std::vector<int32_t> vertex, cluster;  // of the components so far, in the order of vertices and clusters
  std::vector<int64_t> ends;             // of each component's rows
  std::vector<double> costs;             // before and after each step of the search
  std::vector<int64_t> cost_ends;        // of each component's

  /// Cluster a component with these members, ascending.
  ///
  /// @throws std::invalid_argument for what is no component, or counts that are not above 0.
  void add(const int32_t* members, size_t n) {
    table_.check(members, n);
    take(members, n);
    for (int k = 0; k < 2; ++k) {
      assigned_[k].resize(sides_[k].size());
      std::iota(assigned_[k].begin(), assigned_[k].end(), 0);
    }
    for (uint32_t round = 0; round < settings_.rounds; ++round) {
      const bool ours = step(0), theirs = step(1);
      if (!ours && !theirs) break;
    }
    for (int k = 0; k < 2; ++k) assign_softly(k, members + (k ? sides_[0].size() : 0));
    ends.push_back(vertex.size());
    cost_ends.push_back(costs.size());
  }

 private:
  struct Link {
    uint32_t cluster;
    double share;  // p(other cluster | cluster)
  };

  static constexpr double kSame = 1 - 1e-9;  // gains that differ by less are the same

  /// Take the entries among members.
  void take(const int32_t* members, size_t n) {
    const int32_t* end = members + n;
    const int32_t* middle = std::lower_bound(members, end, table_.paraphrased);
    Side &ours = sides_[0], &theirs = sides_[1];
    for (Side* side : {&ours, &theirs}) {
      side->begin.assign(1, 0);
      side->other.clear();
      side->count.clear();
    }
    for (const int32_t* member = members; member != middle; ++member) {
      intersect(*member, middle, end, &ours);
      ours.begin.push_back(ours.other.size());
    }
    const double all = std::accumulate(ours.count.begin(), ours.count.end(), 0.0);
    check_that(std::isfinite(all), "counts of a component without a finite sum");
    for (double count : ours.count) check_that(count > 0, "counts that are not above 0");
    transpose(ours, end - middle, &theirs);
    ours.complete();
    theirs.complete();
  }

  /// Append the translations of a vertex that are among some vertices; the shorter list is looked up in the longer one.
  void intersect(int32_t vertex, const int32_t* first, const int32_t* last, Side* side) const {
    const int32_t* begin = table_.neighbours + table_.offsets[vertex];
    const int32_t* end = table_.neighbours + table_.offsets[vertex + 1];
    const double* counts = table_.counts;
    const auto add = [&](const int32_t* neighbour, const int32_t* member) {
      side->other.push_back(member - first);
      side->count.push_back(counts[neighbour - table_.neighbours]);
    };
    if (end - begin < last - first) {
      const int32_t* at = first;
      for (const int32_t* each = begin; each != end; ++each) {
        at = std::lower_bound(at, last, *each);
        if (at != last && *at == *each) add(each, at);
      }
    } else {
      const int32_t* at = begin;
      for (const int32_t* each = first; each != last; ++each) {
        at = std::lower_bound(at, end, *each);
        if (at != end && *at == *each) add(at, each);
      }
    }
  }

  static void transpose(const Side& from, size_t n, Side* to) {
    to->begin.assign(n + 1, 0);
    for (uint32_t y : from.other) ++to->begin[y + 1];
    std::partial_sum(to->begin.begin(), to->begin.end(), to->begin.begin());
    to->other.resize(from.other.size());
    to->count.resize(from.other.size());
    std::vector<size_t> at(to->begin.begin(), to->begin.end() - 1);
    for (uint32_t x = 0; x + 1 < from.begin.size(); ++x) {
      for (size_t i = from.begin[x]; i < from.begin[x + 1]; ++i) {
        to->other[at[from.other[i]]] = x;
        to->count[at[from.other[i]]++] = from.count[i];
      }
    }
  }

  /// Compute p(other cluster | cluster) for clusters of side `k`, and what each translation adds to a gain.
  void model(int k) {
    const Side &side = sides_[k], &other = sides_[1 - k];
    const std::vector<uint32_t>&mine = assigned_[k], &others = assigned_[1 - k];
    const size_t n = side.size(), m = other.size();
    std::vector<size_t> members(n + 1, 0), first(m + 1, 0), at;
    for (uint32_t each : mine) ++members[each + 1];
    std::partial_sum(members.begin(), members.end(), members.begin());
    std::vector<uint32_t> order(n);
    at.assign(members.begin(), members.end() - 1);
    for (uint32_t x = 0; x < n; ++x) order[at[mine[x]]++] = x;

    struct Sum {
      uint32_t cluster, other;
      double share;
    };
    std::vector<Sum> sums;
    sum_.assign(m, 0.0);
    for (uint32_t each = 0; each < n; ++each) {
      double total = 0;
      touched_.clear();
      for (size_t j = members[each]; j < members[each + 1]; ++j) {
        const uint32_t x = order[j];
        total += side.total[x];
        for (size_t i = side.begin[x]; i < side.begin[x + 1]; ++i) {
          const uint32_t y = others[side.other[i]];
          if (sum_[y] == 0) touched_.push_back(y);
          sum_[y] += side.count[i];
        }
      }
      for (uint32_t y : touched_) {
        sums.push_back({each, y, sum_[y] / total});
        sum_[y] = 0;
      }
    }
    for (const Sum& each : sums) ++first[each.other + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    links_.resize(sums.size());
    at.assign(first.begin(), first.end() - 1);
    for (const Sum& each : sums) links_[at[each.other]++] = {each.cluster, each.share};
    first_link_ = std::move(first);

    std::vector<double> mass(m, 0.0);
    for (uint32_t y = 0; y < m; ++y) mass[others[y]] += other.total[y];
    first_gain_.assign(m + 1, 0);
    for (uint32_t y = 0; y < m; ++y) {
      first_gain_[y + 1] = first_gain_[y] + first_link_[others[y] + 1] - first_link_[others[y]];
    }
    gains_.resize(first_gain_[m]);
    const double uniform = settings_.alpha / m;  // what the prior gives to each translation
    for (uint32_t y = 0; y < m; ++y) {
      const double share = other.total[y] / mass[others[y]];  // p(t|its cluster)
      const Link* link = links_.data() + first_link_[others[y]];
      for (size_t i = first_gain_[y]; i < first_gain_[y + 1]; ++i, ++link) {
        gains_[i] = std::log1p(share * link->share / uniform);
      }
    }
    gain_.assign(n, 0.0);
  }

  /// Put into `gain_` what phrase x gains in each cluster that has to do with it; these are in `touched_`.
  void weigh(int k, uint32_t x) {
    const Side& side = sides_[k];
    for (uint32_t each : touched_) gain_[each] = 0;
    touched_.clear();
    for (size_t i = side.begin[x]; i < side.begin[x + 1]; ++i) {
      const uint32_t y = side.other[i];
      const double share = side.share[i];
      const Link* link = links_.data() + first_link_[assigned_[1 - k][y]];
      for (size_t j = first_gain_[y]; j < first_gain_[y + 1]; ++j, ++link) {
        if (gain_[link->cluster] == 0) touched_.push_back(link->cluster);
        gain_[link->cluster] += share * gains_[j];
      }
    }
  }

  /// Return the lowest of the touched clusters with the highest gain.
  uint32_t best() const {
    double most = 0;
    for (uint32_t each : touched_) most = std::max(most, gain_[each]);
    uint32_t lowest = UINT32_MAX;
    for (uint32_t each : touched_) {
      if (!(gain_[each] < most * kSame)) lowest = std::min(lowest, each);  // so that NaN, from absurd counts, is taken, too
    }
    return lowest;
  }

  /// Move each phrase of side `k` to the cluster of lowest cost; return whether one has moved.
  bool step(int k) {
    const Side& side = sides_[k];
    model(k);
    std::vector<uint32_t> next = assigned_[k];
    double before = 0, after = 0, all = 0;
    uint32_t chosen = 0;
    touched_.clear();
    for (size_t i = 0; i < side.size(); ++i) {
      const uint32_t x = side.by_share[i];
      if (side.begin[x] == side.begin[x + 1]) continue;
      if (!side.is_twin[i]) {
        weigh(k, x);
        chosen = best();
      }
      next[x] = chosen;
      before += side.total[x] * gain_[assigned_[k][x]];
      after += side.total[x] * gain_[chosen];
      all += side.total[x];
    }
    const bool moved = next != assigned_[k];
    assigned_[k] = std::move(next);
    costs.push_back(-before / all);
    costs.push_back(-after / all);
    return moved;
  }

  void assign_softly(int k, const int32_t* members) {
    const Side& side = sides_[k];
    model(k);
    std::vector<std::vector<uint32_t>> chosen(side.size());
    touched_.clear();
    for (size_t i = 0; i < side.size(); ++i) {
      const uint32_t x = side.by_share[i];
      if (side.is_twin[i]) {
        chosen[x] = chosen[side.by_share[i - 1]];
        continue;
      }
      weigh(k, x);
      if (touched_.empty()) chosen[x].push_back(assigned_[k][x]);
      double least = 0;
      while (chosen[x].size() < settings_.soft && !touched_.empty()) {
        const uint32_t each = best();
        if (gain_[each] < least * kSame) break;
        if (chosen[x].empty()) least = settings_.soft_share * gain_[each];
        chosen[x].push_back(each);
        gain_[each] = 0;
        touched_.erase(std::find(touched_.begin(), touched_.end(), each));
      }
    }
    std::vector<int32_t> number(side.size(), -1);
    int32_t next = 0;
    for (uint32_t x = 0; x < side.size(); ++x) {
      const size_t from = cluster.size();
      std::sort(chosen[x].begin(), chosen[x].end());
      for (uint32_t each : chosen[x]) {
        if (number[each] < 0) number[each] = next++;
        vertex.push_back(members[x]);
        cluster.push_back(number[each]);
      }
      std::sort(cluster.begin() + from, cluster.end());
    }
  }

  const PhraseTable table_;
  const ClusterSettings settings_;
  Side sides_[2];
  std::vector<uint32_t> assigned_[2];  // the cluster of each phrase of each side

  // of one step
  std::vector<size_t> first_link_, first_gain_;
  std::vector<Link> links_;    // of each cluster of the other side
  std::vector<double> gains_;  // of each translation, for each link of its cluster
  std::vector<double> gain_, sum_;
  std::vector<uint32_t> touched_;
};

}  // namespace paragen::graph
