import { sql } from '@questp/postgres';
import { UNDO_MINUTES } from './review-rule.js';

/**
 * True for a submission that makes its earner a participant: every status except a rejection that can no longer be
 * undone. The result is stable only while the campaign's credits are locked.
 */
export const COUNTS_AS_PARTICIPANT = sql`
  (status <> 'rejected' OR reviewed_at > now() - make_interval(mins => ${UNDO_MINUTES}))`;
