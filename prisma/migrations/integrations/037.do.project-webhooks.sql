-- Endpoints of projects that receive events of the platform.
CREATE TABLE project_webhook (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  -- Null: it is enabled.
  disabled_reason text,
  -- current and, after a rotation, previous, as the vault seals them.
  fields jsonb NOT NULL,
  -- Until when the previous one signs as well.
  previous_until timestamptz,
  -- First failed try since the last delivery.
  failing_since timestamptz,
  -- The team was notified that it fails.
  is_reported boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX project_webhook_project ON project_webhook (project_id);
CREATE INDEX project_webhook_previous ON project_webhook (previous_until) WHERE previous_until IS NOT NULL;

-- An event for a webhook.
CREATE TABLE project_webhook_delivery (
  id uuid PRIMARY KEY,
  webhook_id uuid NOT NULL REFERENCES project_webhook ON DELETE CASCADE,
  event_id uuid NOT NULL,
  event text NOT NULL,
  -- The bytes that are sent and signed at each try.
  body text NOT NULL,
  status text NOT NULL DEFAULT 'waiting',
  -- Since it was last requested.
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  UNIQUE (webhook_id, event_id)
);
CREATE INDEX project_webhook_delivery_waiting ON project_webhook_delivery (webhook_id, due_at) WHERE status = 'waiting';
CREATE INDEX project_webhook_delivery_created ON project_webhook_delivery (created_at);

-- A request that was sent, and its answer.
CREATE TABLE project_webhook_try (
  id uuid PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES project_webhook_delivery ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  url text NOT NULL,
  outcome text NOT NULL,
  status integer,
  answer text
);
CREATE INDEX project_webhook_try_delivery ON project_webhook_try (delivery_id, id);

-- The last entry of the log of live events from which deliveries were made; one row.
CREATE TABLE webhook_log_position (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  epoch text NOT NULL,
  seq bigint NOT NULL
);
