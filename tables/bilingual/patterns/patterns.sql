-- For DuckDB and Spark alike. The column pivot is named with its table throughout: alone, DuckDB takes it for PIVOT.

-- counted, counts and written: instances of aligned patterns, as they are induced. The others:
-- Pairs of patterns that share a translation, or translations that are paraphrases themselves [Z09 eq. 3, 7, 8].
-- e: English patterns; f: pivot patterns, each of one corpus. x: the side that is paraphrased, y: the other one.
-- Likelihoods of paths are summed as whole numbers of 1e-15, so that the order of summing does not show.

-- table: counted
SELECT
    instances.pattern AS pattern, instances.pivot AS pivot, CAST(count(*) AS BIGINT) AS count, max(lex_pattern) AS lex_pattern,
    max(lex_pivot) AS lex_pivot, min(line) AS line
FROM instances
GROUP BY instances.pattern, instances.pivot
HAVING count(*) >= {min_count}

-- table: counts
SELECT
    count(*) AS aligned, CAST(coalesce(sum(count), 0) AS BIGINT) AS instances, count(DISTINCT aligned.pattern) AS patterns,
    count(DISTINCT aligned.pivot) AS pivots
FROM aligned

-- table: written
SELECT aligned.pattern AS pattern, aligned.pivot AS pivot, count, lex_pattern, lex_pivot, line
FROM aligned
ORDER BY aligned.pattern, aligned.pivot

-- table: aligned
SELECT {corpus} AS corpus, t.pattern AS e_text, t.pivot AS f_text, CAST(count AS BIGINT) AS count, CAST(lex_pattern AS DOUBLE) AS lex_e,
    CAST(lex_pivot AS DOUBLE) AS lex_f, CAST(line AS BIGINT) AS line
FROM {table} AS t
WHERE count >= {min_count}

-- table: unsound
SELECT t.pattern AS e_text, t.pivot AS f_text, count, lex_pattern, lex_pivot, line
FROM {table} AS t
WHERE t.pattern IS NULL OR t.pivot IS NULL OR count IS NULL OR lex_pattern IS NULL OR lex_pivot IS NULL OR line IS NULL
   OR isnan(lex_pattern) OR isnan(lex_pivot) OR count < 1 OR line < 0
   OR NOT (lex_pattern > 0 AND lex_pattern <= 1 AND lex_pivot > 0 AND lex_pivot <= 1)
LIMIT 1

-- table: patterns
SELECT DISTINCT e_text AS text FROM aligned

-- table: pivots
SELECT DISTINCT concat(CAST(corpus AS STRING), ' ', f_text) AS text FROM aligned

-- table: links
SELECT
    corpus, e, f, lex_e, lex_f, line,
    CAST(count AS DOUBLE) / CAST(sum(count) OVER (PARTITION BY corpus, e) AS DOUBLE) AS p_f,
    CAST(count AS DOUBLE) / CAST(sum(count) OVER (PARTITION BY f) AS DOUBLE) AS p_e
FROM (
    SELECT a.corpus AS corpus, p.id AS e, v.id AS f, a.count AS count, a.lex_e AS lex_e, a.lex_f AS lex_f, a.line AS line
    FROM aligned AS a
    JOIN patterns AS p ON p.text = a.e_text
    JOIN pivots AS v ON v.text = concat(CAST(a.corpus AS STRING), ' ', a.f_text)
) AS numbered

-- table: corpora
SELECT {x} AS x, count(DISTINCT corpus) AS n FROM links GROUP BY {x}

-- table: examples
SELECT e, corpus, line
FROM (SELECT e, corpus, line, row_number() OVER (PARTITION BY e ORDER BY corpus, line) AS place FROM links WHERE line > 0) AS placed
WHERE place = 1

-- table: inward
-- From x to the translations it is followed to; h1 and h3 are the logarithms of p and lex.
SELECT corpus, x, y, p, lex, power(p, {weight_p}) * power(lex, {weight_lex}) AS weight
FROM (
    SELECT
        corpus, {x} AS x, {y} AS y, p_{y} AS p, lex_{y} AS lex,
        row_number() OVER (PARTITION BY corpus, {x} ORDER BY p_{y} DESC, lex_{y} DESC, {y}) AS place
    FROM links
) AS ranked
WHERE place <= {fan_out}

-- table: outward
-- From there to what they translate; h2 and h4 are the logarithms of p and lex.
SELECT corpus, y, x, p, lex, power(p, {weight_p}) * power(lex, {weight_lex}) AS weight
FROM (
    SELECT
        corpus, {y} AS y, {x} AS x, p_{x} AS p, lex_{x} AS lex,
        row_number() OVER (PARTITION BY corpus, {y} ORDER BY p_{x} DESC, lex_{x} DESC, {x}) AS place
    FROM links
) AS ranked
WHERE place <= {fan_out}

-- table: same
SELECT corpus, x, y, p, lex, 1.0E0 AS pp, weight FROM {inward}

-- table: steps
-- Paraphrase pivots, and their likelihoods [Z09 §3.3].
SELECT x1, x2, least(CAST(total AS DOUBLE) / 1e15, 1.0E0) AS pp FROM {best}

-- table: reached
-- With a translation and its paraphrases; h5 is the logarithm of pp.
SELECT corpus, x, y, p, lex, 1.0E0 AS pp, weight FROM {inward}
UNION ALL
SELECT i.corpus AS corpus, i.x AS x, s.x2 AS y, i.p AS p, i.lex AS lex, s.pp AS pp, i.weight * power(s.pp, {weight_pp}) AS weight
FROM {inward} AS i
JOIN steps AS s ON s.x1 = i.y

-- table: paths
SELECT CAST(coalesce(sum(o.n), 0) AS BIGINT) AS n
FROM {reached} AS i
JOIN (SELECT corpus, y, count(*) AS n FROM {outward} GROUP BY corpus, y) AS o ON o.corpus = i.corpus AND o.y = i.y

-- table: sums
SELECT i.x AS x1, o.x AS x2, CAST(sum(CAST(floor(i.weight * o.weight * 1e15 + 0.5) AS BIGINT)) AS BIGINT) AS total
FROM {reached} AS i
JOIN {outward} AS o ON o.corpus = i.corpus AND o.y = i.y
WHERE i.x <> o.x AND i.x >= {begin} AND i.x < {end}
GROUP BY i.x, o.x

-- table: best
SELECT x1, x2, total, n
FROM (
    SELECT s.x1 AS x1, s.x2 AS x2, s.total AS total, c.n AS n, row_number() OVER (PARTITION BY s.x1 ORDER BY s.total DESC, s.x2) AS place
    FROM ({sums}) AS s
    JOIN {corpora} AS c ON c.x = s.x1
    WHERE s.total >= {min_total} * c.n
) AS ranked
WHERE place <= {top}

-- table: to_align
-- Pairs whose words are aligned: those that the alignment is learnt from first.
SELECT b.x1 AS x1, b.x2 AS x2, x.text AS source, y.text AS target, b.learnt AS learnt
FROM (SELECT x1, x2, max(learnt) AS learnt FROM ({pairs}) AS pairs GROUP BY x1, x2) AS b
JOIN patterns AS x ON x.id = b.x1
JOIN patterns AS y ON y.id = b.x2
ORDER BY b.learnt DESC, b.x1, b.x2

-- table: weighed
-- h6 and h7 are the same on all paths of a pair, and so are factors of the sum.
SELECT b.x1 AS x1, b.x2 AS x2, CAST(b.total AS DOUBLE) / 1e15 / b.n * exp({weight_there} * a.there + {weight_back} * a.back) AS likelihood
FROM {best} AS b
JOIN word_alignment AS a ON a.x1 = b.x1 AND a.x2 = b.x2

-- table: unweighed
SELECT x1, x2, CAST(total AS DOUBLE) / 1e15 / n AS likelihood FROM {best}

-- table: named
SELECT x.text AS source, y.text AS target, b.likelihood AS likelihood, coalesce(l.line, 0) AS line, coalesce(l.corpus + 1, 0) AS bitext
FROM ({weighed}) AS b
JOIN patterns AS x ON x.id = b.x1
JOIN patterns AS y ON y.id = b.x2
LEFT JOIN examples AS l ON l.e = b.x1
WHERE b.likelihood >= {threshold}

-- table: pairs
-- Patterns that differ in the numbers of their slots coincide in the end: the higher likelihood counts.
SELECT source, target, least(likelihood, 1.0E0) AS score, likelihood, CAST(line AS BIGINT) AS line, CAST(bitext AS BIGINT) AS bitext
FROM (
    SELECT
        source, target, likelihood, line, bitext,
        row_number() OVER (PARTITION BY source ORDER BY likelihood DESC, target) AS place
    FROM (
        SELECT
            source, target, likelihood, line, bitext,
            row_number() OVER (PARTITION BY source, target ORDER BY likelihood DESC, bitext, line) AS same
        FROM ({canonical}) AS numbered
    ) AS distinct_pairs
    WHERE same = 1
) AS ranked
WHERE place <= {top}

-- table: wanted
SELECT v.pair AS pair, x.id AS x1, y.id AS x2
FROM variants AS v
JOIN patterns AS x ON x.text = v.source
JOIN patterns AS y ON y.text = v.target

-- table: features
-- Logarithms of the features of each path of some pairs.
SELECT
    w.pair AS pair, w.x1 AS x1, w.x2 AS x2, c.n AS n,
    ln(r.p) AS h1, ln(o.p) AS h2, ln(r.lex) AS h3, ln(o.lex) AS h4, ln(r.pp) AS h5
FROM wanted AS w
JOIN {reached} AS r ON r.x = w.x1
JOIN {outward} AS o ON o.corpus = r.corpus AND o.y = r.y AND o.x = w.x2
JOIN corpora_e AS c ON c.x = w.x1
ORDER BY pair, x1, x2, h1, h2, h3, h4, h5

-- table: aligned_words
SELECT a.x1 AS x1, a.x2 AS x2, a.there AS there, a.back AS back
FROM word_alignment AS a
JOIN (SELECT DISTINCT x1, x2 FROM wanted) AS w ON w.x1 = a.x1 AND w.x2 = a.x2
