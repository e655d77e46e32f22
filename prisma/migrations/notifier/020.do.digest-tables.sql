-- The tables of digests, under the name that the rest of the service uses.
ALTER TABLE news_choice RENAME TO digest_choice;
ALTER TABLE news_item RENAME TO digest_item;
ALTER TABLE news_reader RENAME TO digest_reader;
ALTER INDEX news_choice_pkey RENAME TO digest_choice_pkey;
ALTER INDEX news_item_pkey RENAME TO digest_item_pkey;
ALTER INDEX news_item_user RENAME TO digest_item_user;
ALTER INDEX news_item_group RENAME TO digest_item_group;
ALTER INDEX news_item_age RENAME TO digest_item_age;
ALTER INDEX news_reader_pkey RENAME TO digest_reader_pkey;
ALTER INDEX news_reader_due RENAME TO digest_reader_due;

-- The previous version reads and writes the same rows under the old names until its last replica has stopped.
CREATE VIEW news_choice AS SELECT user_id, type, mailed FROM digest_choice;
CREATE VIEW news_item AS SELECT id, user_id, type, title, body, group_key, created_at FROM digest_item;
CREATE VIEW news_reader AS SELECT user_id, due_at, mailed_at, unsubscribe_key, unsolicited_mailed_at FROM digest_reader;
