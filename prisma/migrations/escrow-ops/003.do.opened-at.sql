-- When the last ticket of the attempt was issued.
ALTER TABLE escrow_attempt RENAME COLUMN created_at TO opened_at;
