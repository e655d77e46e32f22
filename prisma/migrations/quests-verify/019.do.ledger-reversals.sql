-- What was taken back in a campaign: few rows, which an earlier state leaves out.
CREATE INDEX points_ledger_reversal ON points_ledger (campaign_id) WHERE kind = 'reversal';
