-- Platforms whose accounts users have linked, and whether they have to be linked again.
CREATE VIEW published_linked_account_v1 AS SELECT user_id, provider, relink_needed FROM linked_account;
