CREATE TABLE notification (
  id uuid PRIMARY KEY,
  user_id text NOT NULL,
  type text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz
);
CREATE INDEX notification_user ON notification (user_id, id DESC);
CREATE INDEX notification_unread ON notification (user_id, id DESC) WHERE read_at IS NULL;
CREATE INDEX notification_age ON notification (created_at);

-- Mails on their way. An event makes one mail, however often it is delivered.
CREATE TABLE mail (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL UNIQUE,
  recipient text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mail_due ON mail (next_try_at) WHERE status = 'queued';
CREATE INDEX mail_age ON mail (created_at) WHERE status <> 'queued';

CREATE TABLE outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  type text NOT NULL,
  version integer NOT NULL,
  aggregate_id text NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  data jsonb NOT NULL
);

CREATE TABLE inbox (
  event_id uuid PRIMARY KEY,
  type text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbox_age ON inbox (applied_at);

CREATE TABLE parked_event (
  id uuid PRIMARY KEY,
  stream_seq bigint NOT NULL,
  subject text NOT NULL,
  event_id uuid,
  payload text NOT NULL,
  reason text NOT NULL,
  parked_at timestamptz NOT NULL DEFAULT now()
);
