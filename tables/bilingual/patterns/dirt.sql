-- DIRT [Z09, equations 9 to 11], for DuckDB and Spark alike (see tables/engine/statements.py).
-- Mutual information is in whole units of 2^-20, so that the order of rows does not show in sums.

-- table: counted
SELECT pattern, x, y, count(*) AS count FROM found GROUP BY pattern, x, y

-- table: frequent
SELECT pattern FROM counted GROUP BY pattern HAVING sum(count) >= {min_count}

-- table: paths
SELECT counted.pattern AS pattern, x, y, count FROM counted JOIN frequent ON counted.pattern = frequent.pattern

-- table: fillers
-- Each path is read both ways: X is what fills [N_1], whether or not it comes first in the sentence.
SELECT pattern, slot, word, CAST(sum(count) AS BIGINT) AS count
FROM (
    SELECT pattern, 'x' AS slot, x AS word, count FROM paths
    UNION ALL
    SELECT pattern, 'y' AS slot, y AS word, count FROM paths
    UNION ALL
    SELECT replace(replace(replace(pattern, '[N_1]', '[]'), '[N_2]', '[N_1]'), '[]', '[N_2]') AS pattern, 'x' AS slot, y AS word,
        count
    FROM paths
    UNION ALL
    SELECT replace(replace(replace(pattern, '[N_1]', '[]'), '[N_2]', '[N_1]'), '[]', '[N_2]') AS pattern, 'y' AS slot, x AS word,
        count
    FROM paths
) AS sides
GROUP BY pattern, slot, word

-- table: of_pattern
SELECT pattern, slot, sum(count) AS count FROM fillers GROUP BY pattern, slot

-- table: of_word
SELECT slot, word, sum(count) AS count, count(*) AS patterns FROM fillers GROUP BY slot, word

-- table: of_slot
SELECT slot, sum(count) AS count FROM fillers GROUP BY slot

-- table: information
-- Equation 11 in counts. As in [Lin98], words say something where they are more frequent than by chance.
SELECT pattern, slot, word, mi
FROM (
    SELECT
        fillers.pattern AS pattern, fillers.slot AS slot, fillers.word AS word,
        CAST(round(1048576 * ln(
            CAST(fillers.count AS DOUBLE) * CAST(of_slot.count AS DOUBLE)
            / (CAST(of_pattern.count AS DOUBLE) * CAST(of_word.count AS DOUBLE))
        )) AS BIGINT) AS mi
    FROM fillers
    JOIN of_pattern ON fillers.pattern = of_pattern.pattern AND fillers.slot = of_pattern.slot
    JOIN of_word ON fillers.slot = of_word.slot AND fillers.word = of_word.word
    JOIN of_slot ON fillers.slot = of_slot.slot
    WHERE of_word.patterns <= {max_patterns}
) AS every
WHERE mi > 0

-- table: totals
SELECT pattern, slot, CAST(sum(mi) AS BIGINT) AS mi FROM information GROUP BY pattern, slot

-- table: shared
-- The sources are read one way only: with both sides of a pair reversed, it says the same.
SELECT one.pattern AS source, other.pattern AS target, one.slot AS slot, CAST(sum(one.mi + other.mi) AS BIGINT) AS mi
FROM information AS one
JOIN information AS other ON one.slot = other.slot AND one.word = other.word
WHERE one.pattern <> other.pattern AND instr(one.pattern, '[N_1]') < instr(one.pattern, '[N_2]')
GROUP BY one.pattern, other.pattern, one.slot

-- table: slots
-- Equation 10.
SELECT
    source, target, shared.slot AS slot, CAST(shared.mi AS DOUBLE) / CAST(one.mi + other.mi AS DOUBLE) AS similarity
FROM shared
JOIN totals AS one ON source = one.pattern AND shared.slot = one.slot
JOIN totals AS other ON target = other.pattern AND shared.slot = other.slot

-- table: best
-- Equation 9, and the best of each source.
SELECT source, target, score
FROM (
    SELECT source, target, score, row_number() OVER (PARTITION BY source ORDER BY score DESC, target) AS place
    FROM (
        SELECT a.source AS source, a.target AS target, sqrt(a.similarity * b.similarity) AS score
        FROM slots AS a
        JOIN slots AS b ON a.source = b.source AND a.target = b.target
        WHERE a.slot = 'x' AND b.slot = 'y'
    ) AS scored
) AS ranked
WHERE place <= {top}

-- table: written
SELECT source, target, score FROM best ORDER BY source, score DESC, target
