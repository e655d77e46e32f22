-- Files are broken off for two more reasons: their reader took nothing, or too little.
ALTER TABLE export_manifest
  DROP CONSTRAINT export_manifest_broken_off_check,
  ADD CONSTRAINT export_manifest_broken_off_check CHECK (broken_off IN ('upgrade', 'stalled', 'slow'));
