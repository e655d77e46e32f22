-- The place of a project in the lists that span projects: the random end of its id.
CREATE INDEX project_rotation ON project (right(id::text, 12) COLLATE "C") WHERE status = 'active';
