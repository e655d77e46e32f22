-- What a user created and activated on a day (UTC), which bounds what follows that day.
CREATE TABLE daily_count (
  user_id text COLLATE "C",
  kind text,
  day date NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (user_id, kind)
);
