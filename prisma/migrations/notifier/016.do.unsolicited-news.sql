-- When the user was last mailed of nothing but what anybody can cause, as invitations.
ALTER TABLE news_reader ADD COLUMN unsolicited_mailed_at timestamptz;
