-- Signed tickets by which owners fund the pools of campaigns. All are kept: while a chain is behind, one that has expired
-- here can still be used there.
CREATE TABLE ticket (
  id uuid PRIMARY KEY,
  campaign_id uuid NOT NULL,
  attempt integer NOT NULL CHECK (attempt > 0),
  project_id uuid NOT NULL,
  -- The member of the team who asked for it.
  user_id text NOT NULL,
  -- The exact signed bytes, r || s, and the compressed key of the signer.
  bytes bytea NOT NULL,
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 33),
  -- Predicted address of the escrow.
  address text NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When it was noticed that the factory no longer accepts it.
  voided_at timestamptz,
  void_reason text CHECK ((void_reason IS NULL) = (voided_at IS NULL)),
  -- The last one of its attempt.
  live boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX ticket_live ON ticket (campaign_id, attempt) WHERE live;
CREATE INDEX ticket_attempt ON ticket (campaign_id, attempt DESC, issued_at DESC);
-- Those that the factory may stop to accept.
CREATE INDEX ticket_usable ON ticket (expires_at) WHERE live AND voided_at IS NULL;
