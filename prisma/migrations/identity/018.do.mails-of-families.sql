-- Whose account a mail is about, by which it links to the app or to the console.
ALTER TABLE mail_order ADD COLUMN family text NOT NULL DEFAULT 'user' CHECK (family IN ('user', 'admin'));
