import { sql, type Sql } from '@questp/postgres';

/**
 * Ids of the next earners of a campaign. One index step per earner, which skips the other submissions of the earner.
 */
export const earnersAfter = (campaignId: string, after: string, limit: number): Sql => sql`
  WITH RECURSIVE found (n, user_id) AS (
    SELECT 0, ${after}::text
    UNION ALL
    SELECT n + 1, (
      SELECT s.user_id FROM submission s
      WHERE s.campaign_id = ${campaignId} AND s.user_id > found.user_id ORDER BY s.user_id LIMIT 1
    )
    FROM found WHERE n <= ${limit} AND user_id IS NOT NULL
  )
  SELECT user_id FROM found WHERE n > 0 AND user_id IS NOT NULL`;
