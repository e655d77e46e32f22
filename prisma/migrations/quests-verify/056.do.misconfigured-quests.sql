-- The quests of which the team was notified that they cannot be verified. A row is deleted when a connection of the
-- project changes.
CREATE TABLE misconfigured_quest (
  quest_id uuid PRIMARY KEY REFERENCES quest,
  reported_at timestamptz NOT NULL
);
