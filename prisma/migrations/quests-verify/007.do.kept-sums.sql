-- What may be a moment late is added up beside the ledger: every entry waits in `unfolded_entry`, by whoever it was
-- written, until one worker has folded it into the sums below.
CREATE TABLE unfolded_entry (
  entry_id uuid PRIMARY KEY
);
CREATE FUNCTION wait_to_be_folded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unfolded_entry (entry_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER points_ledger_fold AFTER INSERT ON points_ledger FOR EACH ROW EXECUTE FUNCTION wait_to_be_folded();
INSERT INTO unfolded_entry (entry_id) SELECT id FROM points_ledger;
-- Entries are written in the order of their times.
CREATE INDEX points_ledger_time ON points_ledger USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- Completions that stand.
CREATE TABLE quest_tally (
  quest_id uuid PRIMARY KEY REFERENCES quest,
  completions integer NOT NULL
);
-- Earners with a completion that stands.
CREATE TABLE campaign_tally (
  campaign_id uuid PRIMARY KEY REFERENCES campaign,
  participants integer NOT NULL
);

-- Boards beside those of `standing`: of the last `days` UTC days, today included, over a campaign, a project or the
-- platform (the nil uuid); 0: of all time, over the platform.
CREATE TABLE board_window (
  days smallint PRIMARY KEY,
  -- Credits from here on are in the sums; a reversal goes with its credit.
  since timestamptz NOT NULL
);
INSERT INTO board_window (days, since)
SELECT days, date_trunc('day', now(), 'UTC') - make_interval(days => days - 1) FROM (VALUES (7), (30)) AS kept (days)
UNION ALL SELECT 0, '-infinity';
CREATE TABLE board_standing (
  scope_id uuid NOT NULL,
  days smallint NOT NULL REFERENCES board_window,
  user_id text NOT NULL,
  points bigint NOT NULL,
  xp bigint NOT NULL,
  completions integer NOT NULL,
  last_credit_at timestamptz NOT NULL,
  -- False while the earner is suspended.
  visible boolean NOT NULL,
  PRIMARY KEY (scope_id, days, user_id)
);
CREATE INDEX board_standing_rank ON board_standing (scope_id, days, points DESC, last_credit_at, user_id)
  WHERE visible AND completions > 0;
-- Small (its keys repeat): counting who is ahead reads this one.
CREATE INDEX board_standing_tally ON board_standing (scope_id, days, points) WHERE visible AND completions > 0;
CREATE INDEX board_standing_user ON board_standing (user_id);

ALTER TABLE earner ADD COLUMN avatar_url text;
