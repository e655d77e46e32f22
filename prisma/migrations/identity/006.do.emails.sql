-- The proven address of an account; nothing is kept of one that was never proven.
CREATE TABLE user_email (
  -- In canonical form, which is the one that mails go to.
  email text COLLATE "C" CONSTRAINT user_email_owner_key PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL CONSTRAINT user_email_user_key UNIQUE DEFERRABLE INITIALLY DEFERRED
    REFERENCES user_account DEFERRABLE INITIALLY DEFERRED,
  verified_at timestamptz NOT NULL DEFAULT now()
);

-- The newest request for a code to each address: what came before it is gone.
CREATE TABLE email_challenge (
  email text COLLATE "C" PRIMARY KEY,
  -- Known to whoever asked, and salt of the code.
  id uuid NOT NULL UNIQUE,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'link')),
  -- Of whoever wants to link the address: with the session the wish ends.
  session_id uuid,
  -- SHA-256 of salt and code; null until the mail with the code is ordered.
  code_hash bytea,
  tries integer NOT NULL DEFAULT 0,
  -- Used, or called off.
  closed boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  -- Requests of the last minute.
  asked_at timestamptz[] NOT NULL,
  CHECK ((purpose = 'link') = (session_id IS NOT NULL))
);
CREATE INDEX email_challenge_expiry ON email_challenge (expires_at);

-- Mails that the notifier has not taken yet.
CREATE TABLE mail_order (
  id uuid PRIMARY KEY,
  recipient text NOT NULL,
  template text NOT NULL,
  -- The request for a code, which is made when the mail is ordered; null for a mail without one.
  challenge_id uuid,
  expires_at timestamptz NOT NULL,
  request_id text,
  traceparent text
);
CREATE INDEX mail_order_expiry ON mail_order (expires_at);
