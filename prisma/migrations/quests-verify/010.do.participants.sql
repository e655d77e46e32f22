-- The earners of a campaign one after the other, each with the first and last submission.
CREATE INDEX submission_campaign_user ON submission (campaign_id, user_id, id);

-- Earners by the address of a linked wallet.
CREATE INDEX earner_wallets ON earner USING gin (wallets jsonb_path_ops);
