-- The form in which titles and names are searched: without case, width and invisible characters, and without the dots
-- of i; see foldText of @questp/messages.
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Most titles are ASCII, where lower case is all.
  SELECT CASE WHEN octet_length(value) = char_length(value) THEN lower(value) ELSE replace(replace(replace(replace(
    lower(normalize(regexp_replace(value,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000E0000-\U000E0FFF]+',
      '', 'g'), NFKC)),
    'ß', 'ss'), 'ς', 'σ'), 'ı', 'i'), U&'i\0307', 'i') END
$$;
