-- The paraphrases in a phrase table of one language.

-- table: paraphrases
-- Words of an alignment "0-0 1-2", spaced: the first and the last word of either phrase must have a link.
SELECT source, target, p_target AS score
FROM phrase_table
WHERE source <> target AND count >= {min_count} AND lex_source >= {min_lexical} AND lex_target >= {min_lexical}
    AND concat(' ', alignment) LIKE '% 0-%' AND concat(alignment, ' ') LIKE '%-0 %'
    AND concat(' ', alignment) LIKE concat('% ', CAST(length(source) - length(replace(source, ' ', '')) AS STRING), '-%')
    AND concat(alignment, ' ') LIKE concat('%-', CAST(length(target) - length(replace(target, ' ', '')) AS STRING), ' %')
ORDER BY source, target
