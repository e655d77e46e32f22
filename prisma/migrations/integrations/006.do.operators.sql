-- Copy of what identity tells about operators who changed, or who wrote here; by events, and by a direct call before a
-- change of an operator is answered.
CREATE TABLE operator (
  admin_id text PRIMARY KEY,
  version integer NOT NULL DEFAULT 0,
  role text NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended'))
);
