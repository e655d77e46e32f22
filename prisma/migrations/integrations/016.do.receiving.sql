-- Until when an upload of the content runs at most. Null: none runs.
ALTER TABLE file ADD COLUMN receiving_until timestamptz;
