-- An address may take content again after the file was confirmed, and a confirmation may end before it removed what was
-- sent. From then on that is removed, whatever became of the file. Null: it is.
ALTER TABLE file ADD COLUMN incoming_until timestamptz;
UPDATE file SET incoming_until = expires_at + interval '1 hour';
CREATE INDEX file_incoming ON file (incoming_until) WHERE incoming_until IS NOT NULL;
