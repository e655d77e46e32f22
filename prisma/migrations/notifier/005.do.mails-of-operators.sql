-- Addresses that their mail server refused for good; lower case. They get no mails until an operator lifts it.
CREATE TABLE mail_suppression (
  id uuid PRIMARY KEY,
  recipient text NOT NULL UNIQUE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- For the lists of operators.
CREATE INDEX mail_status ON mail (status, id DESC);
CREATE INDEX mail_recipient ON mail (lower(recipient), id DESC);

-- Copy of what identity tells about operators who changed, or who wrote here; by events, and by a direct call before a
-- change of an operator is answered.
CREATE TABLE operator (
  admin_id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  role text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended'))
);
