-- The draw of a quest. The seed is secret until the winners are drawn; its SHA-256 is public from the start.
CREATE TABLE draw (
  quest_id uuid PRIMARY KEY REFERENCES quest ON DELETE CASCADE,
  -- 244 random bits.
  seed bytea NOT NULL DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- From the close on, together. The prizes are those of the quest at the close.
  closed_at timestamptz,
  prizes jsonb,
  entry_count integer,
  root bytea,
  drawn_at timestamptz,
  CONSTRAINT draw_closed CHECK (num_nulls(closed_at, prizes, entry_count, root) IN (0, 4)),
  CONSTRAINT draw_drawn CHECK (drawn_at IS NULL OR closed_at IS NOT NULL)
);
CREATE INDEX draw_open ON draw (quest_id) WHERE drawn_at IS NULL;

-- The list of entries, which is written at the close and never changes; the winners are added once.
CREATE TABLE draw_entry (
  quest_id uuid NOT NULL REFERENCES draw ON DELETE CASCADE,
  sequence integer NOT NULL,
  submission_id uuid NOT NULL,
  -- The account at the close, which is hashed with the entry.
  entrant_id text NOT NULL,
  -- Place among the prizes, from 0; null: none, or not drawn.
  place integer,
  prize_id text,
  PRIMARY KEY (quest_id, sequence),
  CONSTRAINT draw_entry_once UNIQUE (quest_id, submission_id),
  CONSTRAINT draw_entry_place UNIQUE (quest_id, place),
  CONSTRAINT draw_entry_prize CHECK ((place IS NULL) = (prize_id IS NULL))
);

-- The Merkle tree of the list: level 0 has the leaves, the highest level the root.
CREATE TABLE draw_node (
  quest_id uuid NOT NULL REFERENCES draw ON DELETE CASCADE,
  level smallint NOT NULL,
  index integer NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (quest_id, level, index)
);

-- Commits to a seed in the transaction that publishes the quest, before anyone can enter.
CREATE FUNCTION commit_draw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO draw (quest_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER quest_commit_draw AFTER INSERT OR UPDATE OF status ON quest
  FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.task_type_id = 'engagement_lucky_draw') EXECUTE FUNCTION commit_draw();
