-- What checks of the campaign's quests may cost at platforms, in US dollars; null: unlimited.
ALTER TABLE campaign ADD COLUMN check_budget_usd numeric(9, 2) CHECK (check_budget_usd >= 0);

ALTER TABLE announcement DROP CONSTRAINT announcement_type_check;
ALTER TABLE announcement ADD CONSTRAINT announcement_type_check
  CHECK (type IN ('campaign.started', 'campaign.ended', 'campaign.budget_nearly_used', 'campaign.budget_used'));
