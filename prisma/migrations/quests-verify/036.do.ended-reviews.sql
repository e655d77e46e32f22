-- The one of both accounts' submissions that waited for review and was ended; it waits again when the merge is undone.
ALTER TABLE account_merge_item ADD COLUMN ended_review_id uuid;
