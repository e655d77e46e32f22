import { sql, type Sql } from '@questp/postgres';

/** The account that owns a project: its first admin. Costs of checks are bounded by it, over all projects that it owns. */
export const projectOwner = (projectId: Sql): Sql => sql`(
  SELECT owner.user_id FROM project_member owner
  WHERE owner.project_id = ${projectId} AND owner.role = 'project_admin'
  ORDER BY owner.added_at, owner.user_id LIMIT 1)`;
