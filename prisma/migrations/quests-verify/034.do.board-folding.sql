-- A round of the worker writes some thousands of rows here: what each row cost beside itself was as much as the row.
-- The worker takes `days` from board_window.
ALTER TABLE board_standing DROP CONSTRAINT board_standing_days_fkey;

DROP TRIGGER board_standing_rank_change ON board_standing;
CREATE FUNCTION note_board_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO rank_change
    SELECT scope_id, days, -points, last_credit_at, user_id, -1 FROM old_rows WHERE visible AND completions > 0;
  END IF;
  INSERT INTO rank_change
  SELECT scope_id, days, -points, last_credit_at, user_id, 1 FROM new_rows WHERE visible AND completions > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER board_standing_taken AFTER INSERT ON board_standing REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_board_places();
CREATE TRIGGER board_standing_changed AFTER UPDATE ON board_standing REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION note_board_places();

CREATE OR REPLACE FUNCTION note_rank_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.visible AND OLD.completions > 0 THEN
    INSERT INTO rank_change VALUES (OLD.scope_id, 0, -OLD.points, OLD.last_credit_at, OLD.user_id, -1);
  END IF;
  IF NEW.visible AND NEW.completions > 0 THEN
    INSERT INTO rank_change VALUES (NEW.scope_id, 0, -NEW.points, NEW.last_credit_at, NEW.user_id, 1);
  END IF;
  RETURN NULL;
END $$;

-- Three rows, which nothing analyses by itself; without that plans expect thousands.
ANALYZE board_window;
