-- A hash by METHOD_HASH_KEY, by which a service that starts with another key is refused.
CREATE TABLE method_hash_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  check_value text NOT NULL
);
