-- A picture is shown to anybody from the moment it is used for something that everybody sees.
ALTER TABLE file ADD COLUMN published_at timestamptz CHECK (published_at IS NULL OR purpose = 'image');
-- Evidence was handed in to this project, whose team may see it, and to no other.
ALTER TABLE file ADD COLUMN project_id uuid CHECK (project_id IS NULL OR purpose = 'evidence');
