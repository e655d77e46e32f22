-- A file of a merged account belongs to the one that stays, until the merge is undone: by which merges it came.
ALTER TABLE file ADD COLUMN merge_ids uuid[] NOT NULL DEFAULT '{}';
DROP TRIGGER file_confirmed ON file;
CREATE TRIGGER file_confirmed BEFORE UPDATE OF purpose, content_type, size, status, sha256 ON file
  FOR EACH ROW WHEN (OLD.status = 'confirmed') EXECUTE FUNCTION refuse_file_change();
