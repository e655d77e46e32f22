-- Whether anybody may see the primary wallet.
ALTER TABLE earner ADD COLUMN shows_wallet boolean NOT NULL DEFAULT false;
