-- Wrong codes per quest, whoever enters them: what of the budget is used, leaking at a steady rate. In shards by earner, so
-- that right codes do not wait for one another.
CREATE TABLE code_budget (
  quest_id uuid NOT NULL REFERENCES quest,
  shard smallint NOT NULL,
  used double precision NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (quest_id, shard)
);
