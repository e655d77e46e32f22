-- For whoever looks for campaigns whose start came.
CREATE INDEX campaign_starting ON campaign (starts_at) WHERE status = 'active';
