-- An account of the messenger is proven to its bot, which gives no tokens for it.
ALTER TABLE linked_account ALTER COLUMN grant_id DROP NOT NULL;
