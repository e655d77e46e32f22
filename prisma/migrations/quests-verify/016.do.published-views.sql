-- What other services may read in bulk. A view is never changed once it is read: another shape is the next version.

-- An e-mail address in a text stays here.
CREATE FUNCTION without_addresses(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value ~ '@|＠|﹫|%40' THEN regexp_replace(value,
    '[^\s@＠﹫"''<>()\[\]{},;:=/\\]+(@|＠|﹫|%40)[^\s@＠﹫"''<>()\[\]{},;:=/\\?&#]+\.[^\s@＠﹫"''<>()\[\]{},;:=/\\?&#]+',
    '[e-mail]', 'gi') ELSE value END
$$;

CREATE VIEW published_project_v1 AS SELECT id, slug FROM project;
CREATE VIEW published_campaign_v1 AS SELECT id, project_id, slug FROM campaign;
CREATE VIEW published_quest_v1 AS
  SELECT id, campaign_id, slug, without_addresses(title) AS title FROM quest;
CREATE VIEW published_earner_v1 AS
  SELECT user_id, username, without_addresses(display_name) AS display_name, status, primary_wallet,
    (SELECT string_agg(wallet ->> 'address', '; ' ORDER BY at) FROM jsonb_array_elements(wallets)
      WITH ORDINALITY AS linked (wallet, at)) AS wallets
  FROM earner;
CREATE VIEW published_submission_v1 AS
  SELECT id, uuid_send(id) AS sort_key, project_id, campaign_id, quest_id, user_id, created_at, updated_at, verified_at,
    claimed_at, status, task_type_id, method, points_awarded, xp_awarded, period_key,
    CASE status WHEN 'rejected' THEN without_addresses(reason) END AS reject_reason,
    without_addresses(inputs::text) AS inputs
  FROM submission;
-- Scopes are campaigns and projects.
CREATE VIEW published_standing_v1 AS
  SELECT scope_id, user_id, points, xp, completions, last_credit_at, visible FROM standing;

-- The few that `standing_rank` leaves out, in the same order: an export has the suspended too.
CREATE INDEX standing_hidden ON standing (scope_id, (-points), last_credit_at, user_id)
  WHERE NOT visible AND completions > 0;
