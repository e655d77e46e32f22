-- Files that the platform broke off, and why. They have no hash: nobody has the whole file.
ALTER TABLE export_manifest
  ALTER COLUMN rows DROP NOT NULL,
  ALTER COLUMN sha256 DROP NOT NULL,
  ADD COLUMN broken_off text CHECK (broken_off IN ('upgrade')),
  ADD CHECK ((broken_off IS NULL) = (rows IS NOT NULL)),
  ADD CHECK ((broken_off IS NULL) = (sha256 IS NOT NULL));
