import { sql } from '@questp/postgres';
import { UNDO_MINUTES } from './review-rule.js';

/**
 * Whether a submission is of somebody who has earned or still may: only what was rejected for good does not count. Stays
 * true or false only while the campaign's credits are locked.
 */
export const OF_TAKER = sql`
  (status <> 'rejected' OR reviewed_at > now() - make_interval(mins => ${UNDO_MINUTES}))`;
