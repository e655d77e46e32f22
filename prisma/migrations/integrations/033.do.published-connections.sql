-- Accounts of platforms that projects are connected to, and the users whose accounts these know.
CREATE VIEW published_connection_v1 AS SELECT project_id, provider, account_id FROM project_connection;
CREATE VIEW published_scoped_account_v1 AS SELECT provider, scope, user_id FROM scoped_account;
