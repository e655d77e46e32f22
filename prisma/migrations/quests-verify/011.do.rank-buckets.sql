-- Ranks in one order, so that a place is one bound of an index; `points` is read from it as well.
DROP INDEX standing_rank, standing_tally, board_standing_rank, board_standing_tally;
CREATE INDEX standing_rank ON standing (scope_id, (-points), last_credit_at, user_id) INCLUDE (points)
  WHERE visible AND completions > 0;
CREATE INDEX board_standing_rank ON board_standing (scope_id, days, (-points), last_credit_at, user_id) INCLUDE (points)
  WHERE visible AND completions > 0;

-- The ranked rows of a board (of `standing`: days 0), cut in rank order into buckets of some thousands: who is ahead is
-- the sum of the buckets before the own one and the rows before the own one in it.
CREATE TABLE rank_bucket (
  scope_id uuid NOT NULL,
  days smallint NOT NULL,
  -- The place it begins at; it ends where the next one begins. The first one of a board begins before every place.
  minus_points bigint NOT NULL,
  last_credit_at timestamptz NOT NULL,
  user_id text NOT NULL,
  -- Rows in it, without what waits in `rank_change`.
  ranked integer NOT NULL,
  PRIMARY KEY (scope_id, days, minus_points, last_credit_at, user_id)
) WITH (fillfactor = 50);

-- Places that were taken (1) or left (-1) since: part of the counts from their own commit on, and added to the buckets by
-- the worker that folds the ledger.
CREATE TABLE rank_change (
  scope_id uuid NOT NULL,
  days smallint NOT NULL,
  minus_points bigint NOT NULL,
  last_credit_at timestamptz NOT NULL,
  user_id text NOT NULL,
  change smallint NOT NULL
);
CREATE INDEX rank_change_board ON rank_change (scope_id, days);

CREATE FUNCTION note_rank_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  board_days smallint := 0;
BEGIN
  IF TG_TABLE_NAME = 'board_standing' THEN
    board_days := NEW.days;
  END IF;
  IF OLD.visible AND OLD.completions > 0 THEN
    INSERT INTO rank_change VALUES (OLD.scope_id, board_days, -OLD.points, OLD.last_credit_at, OLD.user_id, -1);
  END IF;
  IF NEW.visible AND NEW.completions > 0 THEN
    INSERT INTO rank_change VALUES (NEW.scope_id, board_days, -NEW.points, NEW.last_credit_at, NEW.user_id, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER standing_rank_change AFTER INSERT OR UPDATE ON standing
  FOR EACH ROW EXECUTE FUNCTION note_rank_change();
CREATE TRIGGER board_standing_rank_change AFTER INSERT OR UPDATE ON board_standing
  FOR EACH ROW EXECUTE FUNCTION note_rank_change();

-- Counts all boards anew; credits wait for it.
CREATE PROCEDURE count_ranks() LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE standing, board_standing, rank_change, rank_bucket IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM rank_bucket;
  DELETE FROM rank_change;
  INSERT INTO rank_bucket (scope_id, days, minus_points, last_credit_at, user_id, ranked)
  SELECT scope_id, days, minus_points, last_credit_at, user_id,
    coalesce(lead(place) OVER board, participants + 1) - place
  FROM (
    SELECT scope_id, days, row_number() OVER board AS place, count(*) OVER (PARTITION BY scope_id, days) AS participants,
      CASE row_number() OVER board WHEN 1 THEN -9223372036854775807 ELSE -points END AS minus_points,
      CASE row_number() OVER board WHEN 1 THEN '-infinity' ELSE last_credit_at END AS last_credit_at,
      CASE row_number() OVER board WHEN 1 THEN '' ELSE user_id END AS user_id
    FROM (
      SELECT scope_id, 0::smallint AS days, points, last_credit_at, user_id FROM standing WHERE visible AND completions > 0
      UNION ALL
      SELECT scope_id, days, points, last_credit_at, user_id FROM board_standing WHERE visible AND completions > 0
    ) AS ranked
    WINDOW board AS (PARTITION BY scope_id, days ORDER BY -points, last_credit_at, user_id)
  ) AS placed
  WHERE place % 3000 = 1
  WINDOW board AS (PARTITION BY scope_id, days ORDER BY place);
END $$;
CALL count_ranks();
