-- Paraphrases through another language [BC05 eq. 2], averaged over the corpora that contain e1, or over all [CB08 eq. 7].
-- e: phrases of the side that is paraphrased; f: pivot phrases. Texts become numbers that sort as they do.
-- Products of probabilities are summed as whole numbers of 1e-15, so that the order of summing does not show.
-- Where phrases have labels s, e is (e, s) and f is (f, s) [CB08 eq. 6]: each text ends in the word of its label, chr({mark}) and s.
-- {names}: the phrases, each with its number as in the table phrases, and with its label apart, if it has one.

-- table: pairs
SELECT {corpus} AS corpus, {f} AS f, {e} AS e, {p_pivot} AS p_f, {p_side} AS p_e
FROM {table}
WHERE {condition}

-- table: unsound
SELECT {pivot} AS f, {side} AS e, {p_pivot} AS p_f, {p_side} AS p_e
FROM {table}
WHERE {p_pivot} IS NULL OR {p_side} IS NULL OR {side} IS NULL OR {pivot} IS NULL OR isnan({p_pivot}) OR isnan({p_side})
   OR replace({side}, ' ', '') = '' OR replace({pivot}, ' ', '') = ''
   OR NOT ({p_pivot} > 0 AND {p_pivot} <= 1 AND {p_side} > 0 AND {p_side} <= 1)
LIMIT 1

-- table: unlabelled
SELECT count(*) AS n
FROM {table}
WHERE label IS NULL OR label = '' OR contains(concat(label, source, target), chr({mark}))

-- table: phrases
SELECT DISTINCT e AS text FROM pairs

-- table: names
SELECT id, substring(text, 1, place - 2) AS text, substring(text, place + 1, length(text)) AS label
FROM (SELECT id, text, instr(text, chr({mark})) AS place FROM phrases) AS placed

-- table: pivots
-- Those that lead from one phrase to another, of each corpus.
SELECT concat(CAST(corpus AS STRING), ' ', f) AS text FROM pairs GROUP BY corpus, f HAVING count(*) > 1

-- table: edges
SELECT pairs.corpus AS corpus, pivots.id AS f, phrases.id AS e, pairs.p_f AS p_f, pairs.p_e AS p_e
FROM pairs
JOIN phrases ON phrases.text = pairs.e
LEFT JOIN pivots ON pivots.text = concat(CAST(pairs.corpus AS STRING), ' ', pairs.f)

-- table: corpora
-- n: over how many the average is.
SELECT e, greatest(count(DISTINCT corpus), {least}) AS n FROM edges GROUP BY e

-- table: inward
-- reach: how many translations of f are followed from e.
SELECT e, f, p_f, CASE WHEN ways = 1 THEN {few} ELSE {fan_out} END AS reach
FROM (
    SELECT
        e, f, p_f, row_number() OVER (PARTITION BY corpus, e ORDER BY p_f DESC, f) AS place,
        count(*) OVER (PARTITION BY e) AS ways
    FROM edges
    WHERE f IS NOT NULL AND p_f >= {min_probability}
) AS ranked
WHERE place <= {fan_out}

-- table: outward
SELECT f, e, p_e, place
FROM (
    SELECT f, e, p_e, row_number() OVER (PARTITION BY f ORDER BY p_e DESC, e) AS place
    FROM edges
    WHERE f IS NOT NULL AND p_e >= {min_probability}
) AS ranked
WHERE place <= {fan_out}

-- table: first
-- The first phrase from a number on that differs from the one before by more than the label.
SELECT min(id) AS id FROM (SELECT min(id) AS id FROM {names} GROUP BY text) AS firsts WHERE id >= {number}

-- table: paths
SELECT CAST(coalesce(sum(least(i.reach, o.n)), 0) AS BIGINT) AS n
FROM inward AS i
JOIN (SELECT f, count(*) AS n FROM outward GROUP BY f) AS o ON o.f = i.f

-- table: sums
SELECT i.e AS e1, o.e AS e2, CAST(sum(CAST(floor(i.p_f * o.p_e * 1e15 + 0.5) AS BIGINT)) AS BIGINT) AS total
FROM inward AS i
JOIN outward AS o ON o.f = i.f AND o.place <= i.reach
WHERE i.e <> o.e AND i.e >= {begin} AND i.e < {end}
GROUP BY i.e, o.e

-- table: scored
SELECT s.e1 AS e1, s.e2 AS e2, s.total AS total, c.n AS n
FROM ({sums}) AS s
JOIN corpora AS c ON c.e = s.e1
WHERE s.total >= {min_total} * c.n

-- table: apart
SELECT s.e1 AS e1, s.e2 AS e2, s.total AS total, s.n AS n
FROM ({scored}) AS s
JOIN {names} AS x ON x.id = s.e1
JOIN {names} AS y ON y.id = s.e2
WHERE NOT contains(concat(' ', x.text, ' '), concat(' ', y.text, ' '))
  AND NOT contains(concat(' ', y.text, ' '), concat(' ', x.text, ' '))

-- table: best
SELECT e1, e2, total, n
FROM (
    SELECT e1, e2, total, n, row_number() OVER (PARTITION BY e1 ORDER BY total DESC, e2) AS place
    FROM ({candidates}) AS candidates
) AS ranked
WHERE place <= {top}

-- table: paraphrases
SELECT x.text AS source, y.text AS target, least(CAST(b.total AS DOUBLE) / 1e15 / b.n, 1.0) AS score{label}
FROM {table} AS b
JOIN {names} AS x ON x.id = b.e1
JOIN {names} AS y ON y.id = b.e2
ORDER BY b.e1, b.total DESC, b.e2

-- table: any_label
-- The best paraphrases of a phrase over all labels [CB08 eq. 10]. Each is among the best of the label that it is best under.
SELECT source, target, score, '' AS label
FROM (
    SELECT source, target, score, row_number() OVER (PARTITION BY source ORDER BY score DESC, target) AS place
    FROM (SELECT source, target, max(score) AS score FROM {table} GROUP BY source, target) AS best
) AS ranked
WHERE place <= {top}

-- table: by_label
SELECT source, target, score, label
FROM (SELECT source, target, score, label FROM {any_label} UNION ALL SELECT source, target, score, label FROM {table}) AS together
ORDER BY source, label, score DESC, target
