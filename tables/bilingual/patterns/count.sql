-- Counts instances of aligned patterns, for DuckDB and Spark alike (see tables/engine/statements.py).
-- The column pivot is named with its table throughout: alone, DuckDB takes it for PIVOT.

-- table: aligned
SELECT
    instances.pattern AS pattern, instances.pivot AS pivot, CAST(count(*) AS BIGINT) AS count, max(lex_pattern) AS lex_pattern,
    max(lex_pivot) AS lex_pivot, min(line) AS line
FROM instances
GROUP BY instances.pattern, instances.pivot
HAVING count(*) >= {min_count}

-- table: numbers
SELECT
    count(*) AS aligned, CAST(coalesce(sum(count), 0) AS BIGINT) AS instances, count(DISTINCT aligned.pattern) AS patterns,
    count(DISTINCT aligned.pivot) AS pivots
FROM aligned

-- table: written
SELECT aligned.pattern AS pattern, aligned.pivot AS pivot, count, lex_pattern, lex_pivot, line
FROM aligned
ORDER BY aligned.pattern, aligned.pivot
