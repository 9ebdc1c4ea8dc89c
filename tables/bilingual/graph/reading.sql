-- Phrase tables as edges between numbered phrases. e: phrases of the side that is paraphrased; f: pivot phrases.

-- table: unsound
-- n - n is 0 for finite numbers only. DuckDB skips row groups by bounds that leave out NaN, so isnan(n) would not find it.
SELECT {side} AS e, {pivot} AS f, count AS n
FROM {table}
WHERE {side} IS NULL OR {pivot} IS NULL OR replace({side}, ' ', '') = '' OR replace({pivot}, ' ', '') = ''
   OR count IS NULL OR NOT count > 0 OR NOT CAST(count AS DOUBLE) - CAST(count AS DOUBLE) = 0
ORDER BY e, f, n
LIMIT 1

-- table: pairs
SELECT {side} AS e, {pivot} AS f, CAST(count AS DOUBLE) AS n FROM {table}

-- table: texts
SELECT DISTINCT {column} AS text FROM pairs

-- table: edges
SELECT ours.id AS e, theirs.id AS f, pairs.n AS n
FROM pairs
JOIN ours ON ours.text = pairs.e
JOIN theirs ON theirs.text = pairs.f
ORDER BY e, f, n

-- table: ids
SELECT id FROM {table} ORDER BY id

-- table: names
SELECT text FROM {table} ORDER BY id
