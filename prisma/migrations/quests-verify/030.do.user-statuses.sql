ALTER TABLE earner DROP CONSTRAINT earner_status_check;
ALTER TABLE earner ADD CONSTRAINT earner_status_check CHECK (status IN ('active', 'suspended', 'merged', 'deleted'));
