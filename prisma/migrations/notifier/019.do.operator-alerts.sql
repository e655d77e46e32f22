-- When operators were last mailed about a condition that lasts.
CREATE TABLE operator_alert (
  type text NOT NULL,
  -- What it is about, such as a node of a chain.
  subject text NOT NULL,
  mailed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (type, subject)
);
