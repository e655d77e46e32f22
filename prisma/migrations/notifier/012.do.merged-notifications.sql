-- A notification of a merged account is shown to the one that stays, until the merge is undone: by which merges it came.
ALTER TABLE notification ADD COLUMN merge_ids uuid[] NOT NULL DEFAULT '{}';
