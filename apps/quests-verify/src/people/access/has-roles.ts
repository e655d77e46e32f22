import { sql, type Queries } from '@questp/postgres';

/** True if the account is a member of a team or invited to one. */
export const hasRoles = async (on: Queries, userId: string): Promise<boolean> => {
  const row = await on.row(sql`
    SELECT FROM project_member WHERE user_id = ${userId}
    UNION ALL SELECT FROM invitation WHERE user_id = ${userId} AND status = 'invited' AND expires_at > now()
    LIMIT 1`);
  return row !== undefined;
};
