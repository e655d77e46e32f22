-- What operators store of third parties: a row per provider, so that a change is whole, or nothing.
CREATE TABLE credential (
  provider text PRIMARY KEY,
  -- By field, what the vault made of its value; the name of the key stands between the first two dots.
  fields jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  -- Of a key of the escrow: one that has another part as well could play both.
  public_key bytea CONSTRAINT credential_public_key UNIQUE
);
