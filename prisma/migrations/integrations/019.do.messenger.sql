-- Requests that platforms send, each stored before it is answered and processed once.
CREATE TABLE webhook_delivery (
  provider text NOT NULL,
  -- Whom the platform sent it to: the id of a bot.
  receiver text COLLATE "C" NOT NULL,
  -- As the platform numbers it.
  delivery_id text COLLATE "C" NOT NULL,
  -- Null: processed, kept so that a repetition has no effect.
  body jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  -- Until when one replica processes it.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (provider, receiver, delivery_id)
);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (received_at) WHERE body IS NOT NULL;
CREATE INDEX webhook_delivery_processed ON webhook_delivery (received_at) WHERE body IS NULL;

-- Links by which users link their accounts of the messenger.
CREATE TABLE messenger_link (
  -- One of each user: the newest.
  user_id text COLLATE "C" PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- The account that used it first; nobody else can.
  account_id text,
  used_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX messenger_link_expiry ON messenger_link (expires_at);

-- Accounts that started the bot of a project with a user's link of a quest.
CREATE TABLE messenger_start (
  quest_id uuid NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  account_id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (quest_id, user_id, account_id)
);
CREATE INDEX messenger_start_user ON messenger_start (user_id);

-- Chats that bots are in.
CREATE TABLE messenger_chat (
  bot_id text COLLATE "C" NOT NULL,
  chat_id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  type text NOT NULL,
  is_admin boolean NOT NULL,
  PRIMARY KEY (bot_id, chat_id)
);

-- Bots whose webhook is to be taken back.
CREATE TABLE messenger_ended_bot (
  id uuid PRIMARY KEY,
  bot_id text NOT NULL,
  project_id uuid NOT NULL,
  -- As the connection had them.
  fields jsonb NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX messenger_ended_bot_due ON messenger_ended_bot (leased_until);
