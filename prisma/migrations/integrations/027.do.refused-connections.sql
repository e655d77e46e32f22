-- True if the platform refuses the token of the connection. Refused grants are marked in oauth_grant.
ALTER TABLE project_connection ADD COLUMN is_refused boolean NOT NULL DEFAULT false;
