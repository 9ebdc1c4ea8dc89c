// Commute times turned into artificial co-occurrence counts [MM12 section 3.2].
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace paragen::graph {

// The fixed point of eq. 10 to 12. Counts are symmetric, n(u,v) = ((k(u;v) + k(v;u)) / 2 k(u,v), and p(v|u) = n(u,v) / n(u), so
// that with a(u) = sum over x of k(u,x) p(x|u) a round is n(u,v) = (a(u) + a(v)) / 2 k(u,v) - (p(v|u) + p(u|v)) / 2.
class ArtificialCounts {
 public:
  static constexpr int kRounds = 1000;
  static constexpr int kCheckEvery = 8;
  static constexpr double kTolerance = 1e-9;  // of probabilities, from one round to the next

  // Makes the counts of n vertices with these commute times; false where no fixed point was reached. The smallest is 1.
  bool of(const double* times, size_t n) {
    n_ = n;
    counts_.assign(n * n, 1);
    for (size_t u = 0; u < n; ++u) counts_[u * n + u] = 0;
    if (n == 2) return true;  // nothing else to compare with
    times_ = times;
    nearness_.resize(n * n);
    for (size_t i = 0; i < n * n; ++i) nearness_[i] = times[i] > 0 ? 0.5 / times[i] : 0;
    inverses_.assign(n, 1.0 / (n - 1));
    means_.resize(n);
    for (size_t u = 0; u < n; ++u) means_[u] = mean(u);
    bool settled = false;
    for (int round = 1; round <= kRounds && !settled; ++round) settled = step(round % kCheckEvery == 0);
    return divide_by_smallest() && settled;
  }

  const std::vector<double>& counts() const { return counts_; }
  double probability(size_t u, size_t v) const { return counts_[u * n_ + v] / sum(&counts_[u * n_]); }

 private:
  // Sums in four lanes: the same order everywhere, and no wait for the sum before.
  template <class Term>
  double add_up(Term term) const {
    double lanes[4] = {0, 0, 0, 0};
    const size_t n = n_;
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
      for (size_t lane = 0; lane < 4; ++lane) lanes[lane] += term(i + lane);
    for (; i < n; ++i) lanes[0] += term(i);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
  }
  double sum(const double* row) const {
    return add_up([&](size_t i) { return row[i]; });
  }
  double mean(size_t u) const {
    const double *row = &counts_[u * n_], *times = times_ + u * n_;
    return add_up([&](size_t i) { return row[i] * times[i]; }) * inverses_[u];
  }

  // One round; whether no probability changed much, if `checked`.
  bool step(bool checked) {
    if (checked) {
      last_ = counts_;
      last_inverses_ = inverses_;
    }
    const size_t n = n_;  // here and below: locals, so that nothing is reloaded for each count
    const double *means = means_.data(), *inverses = inverses_.data();
    for (size_t u = 0; u < n; ++u) {
      double* __restrict row = &counts_[u * n];
      const double *near = &nearness_[u * n], mean = means[u], inverse = inverses[u];
      for (size_t v = 0; v < n; ++v) row[v] = (mean + means[v]) * near[v] - 0.5 * row[v] * (inverse + inverses[v]);
    }
    next_.resize(n_);
    for (size_t u = 0; u < n_; ++u) next_[u] = 1 / sum(&counts_[u * n_]);
    inverses_.swap(next_);
    for (size_t u = 0; u < n_; ++u) means_[u] = mean(u);
    return checked && unchanged();
  }

  bool unchanged() const {
    for (size_t u = 0; u < n_; ++u)
      for (size_t v = 0; v < n_; ++v)
        if (!(std::abs(counts_[u * n_ + v] * inverses_[u] - last_[u * n_ + v] * last_inverses_[u]) <= kTolerance)) return false;
    return true;
  }

  bool divide_by_smallest() {
    double smallest = std::numeric_limits<double>::infinity();
    for (size_t u = 0; u < n_; ++u)
      for (size_t v = 0; v < u; ++v) smallest = std::min(smallest, counts_[u * n_ + v]);
    if (!(smallest > 0)) return false;
    for (double& count : counts_) count /= smallest;
    return true;
  }

  size_t n_ = 0;
  const double* times_ = nullptr;
  std::vector<double> counts_, nearness_, inverses_, means_, next_, last_, last_inverses_;
};

}  // namespace paragen::graph
