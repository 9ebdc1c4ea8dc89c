-- Counts instances of phrase pairs, in steps that DuckDB and Spark run alike; a heading names the table each one makes.
-- Input: links and instances (schemas in batches.py). All sums are of whole numbers, so that the order of rows does not show.
-- {label} stands for nothing or, where phrases have labels, for ", label": everything is counted for each label.
-- {labelled} leaves instances without a label out, where phrases have labels.

-- table: lexicon
SELECT source_word, target_word, CAST(sum(count) AS BIGINT) AS count
FROM links
GROUP BY source_word, target_word

-- table: once
-- Pairs with the least and the greatest of their alignments: nearly all have one only.
SELECT
    source, target{label}, count(*) AS count, min(of_target) AS least, max(of_target) AS code, max(lex_source) AS lex_source,
    max(lex_target) AS lex_target
FROM instances
WHERE {labelled}
GROUP BY source, target{label}

-- table: several
SELECT source, target{label} FROM once WHERE least < code

-- table: alignments
-- How often each pair with several alignments has each; the lexical weights of these are all the same.
SELECT
    source, target{label}, of_target, max(of_source) AS of_source, max(lex_source) AS lex_source, max(lex_target) AS lex_target,
    count(*) AS count
FROM instances
JOIN several USING (source, target{label})
GROUP BY source, target{label}, of_target

-- table: pairs
-- As in Moses, a pair has its most frequent alignment; of several, that of the greatest code. Moses scores each direction
-- by itself, so that each compares codes as seen from the side that is translated into. There are 2^49 codes.
SELECT
    source, target{label}, CAST(sum(count) AS BIGINT) AS count, max_by(of_target, rank_target) AS code,
    max_by(lex_source, rank_source) AS lex_source, max_by(lex_target, rank_target) AS lex_target
FROM (
    SELECT
        source, target{label}, of_target, lex_source, lex_target, count,
        CAST(count AS DECIMAL(20, 0)) * CAST(562949953421312 AS DECIMAL(15, 0)) + CAST(of_target AS DECIMAL(15, 0)) AS rank_target,
        CAST(count AS DECIMAL(20, 0)) * CAST(562949953421312 AS DECIMAL(15, 0)) + CAST(of_source AS DECIMAL(15, 0)) AS rank_source
    FROM alignments
) AS ranked
GROUP BY source, target{label}
UNION ALL
SELECT source, target{label}, count, code, lex_source, lex_target FROM once WHERE least = code

-- table: sources
SELECT source{label}, CAST(sum(count) AS BIGINT) AS count FROM pairs GROUP BY source{label}

-- table: targets
SELECT target{label}, CAST(sum(count) AS BIGINT) AS count FROM pairs GROUP BY target{label}

-- table: codes
SELECT DISTINCT code FROM pairs

-- table: phrases
-- The phrase table; spelled: codes with the alignment as text.
SELECT
    source, target,
    CAST(pairs.count AS DOUBLE) / CAST(targets.count AS DOUBLE) AS p_source, pairs.lex_source AS lex_source,
    CAST(pairs.count AS DOUBLE) / CAST(sources.count AS DOUBLE) AS p_target, pairs.lex_target AS lex_target,
    spelled.alignment AS alignment, targets.count AS count_target, sources.count AS count_source, pairs.count AS count{label}
FROM pairs
JOIN sources USING (source{label})
JOIN targets USING (target{label})
JOIN spelled USING (code)
ORDER BY source, target{label}
