-- Webhooks of repositories that quests of connected projects name.
CREATE TABLE codehost_hook (
  -- In the address of the webhook.
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  repository text NOT NULL,
  -- The consent that it is created and taken back with.
  grant_id uuid NOT NULL,
  -- As the code host numbers it; null: not created yet.
  hook_id bigint,
  -- The secret, sealed.
  fields jsonb NOT NULL,
  ended_at timestamptz,
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE UNIQUE INDEX codehost_hook_used ON codehost_hook (project_id, repository) WHERE ended_at IS NULL;
CREATE INDEX codehost_hook_due ON codehost_hook (leased_until) WHERE hook_id IS NULL OR ended_at IS NOT NULL;
CREATE INDEX codehost_hook_grant ON codehost_hook (grant_id);

-- When the repositories of a project are listed again.
ALTER TABLE project_connection ADD COLUMN hooks_due_at timestamptz NOT NULL DEFAULT '-infinity';

-- Requests of one receiver in a minute are counted.
CREATE INDEX webhook_delivery_receiver ON webhook_delivery (provider, receiver, received_at);
