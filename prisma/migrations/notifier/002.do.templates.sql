-- The text by its id, and what fills it in, for front-ends that say it in another language; null and nothing of
-- notifications from before.
ALTER TABLE notification ADD COLUMN template text, ADD COLUMN params jsonb NOT NULL DEFAULT '{}';
