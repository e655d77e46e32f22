-- Accounts that became another one, which may have been merged in turn.
CREATE VIEW published_account_merge_v1 AS
  SELECT absorbed_id, survivor_id FROM account_merge WHERE state IN ('moving', 'done');
