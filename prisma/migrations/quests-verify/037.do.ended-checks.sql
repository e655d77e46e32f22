-- Of the one of both accounts' submissions that waited for a repeated check and was ended: what the check was to look at.
-- It waits again when the merge is undone, and is forgotten when it cannot be any more.
ALTER TABLE account_merge_item ADD COLUMN ended_check jsonb;
CREATE INDEX account_merge_item_ended_check ON account_merge_item (merge_id) WHERE ended_check IS NOT NULL;
