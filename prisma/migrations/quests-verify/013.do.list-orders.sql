-- What lists are sorted by; the expressions are those of `byText` in libs/postgres.
CREATE INDEX project_name ON project (left(lower(name), 60), id);
CREATE INDEX campaign_project_id ON campaign (project_id, id);
CREATE INDEX campaign_title ON campaign (project_id, left(lower(title), 60), id);

-- Submissions by status, however rare it is. The expression sorts as `id` does, but is not the primary key, which the
-- planner would read instead, past the rows of everybody else.
CREATE INDEX submission_project_status ON submission (project_id, status, uuid_send(id));
DROP INDEX submission_project;
DROP INDEX submission_campaign_status;
CREATE INDEX submission_campaign_status ON submission (campaign_id, status, uuid_send(id));
-- Of all projects.
CREATE INDEX submission_unclaimed ON submission (status, uuid_send(id)) WHERE status <> 'claimed';
DROP INDEX submission_queue;
