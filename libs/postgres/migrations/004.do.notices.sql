-- What operators are to be told, each thing at most once a minute (libs/events): `data` is the latest of what was noted
-- of it `times` times since it was told.
CREATE TABLE IF NOT EXISTS notice (
  type text NOT NULL,
  aggregate_id text NOT NULL,
  data jsonb NOT NULL,
  times integer NOT NULL,
  told_at timestamptz,
  PRIMARY KEY (type, aggregate_id)
);
