import { createHmac } from 'node:crypto';

const LENGTH = 16;

/**
 * The code of an earner in a quest, which names both where the work is: on the page that is handed in, or at a course.
 * It is no secret: who knows the ids can compute it, and gains nothing, since it completes the quest for that earner
 * alone.
 */
export const earnerCode = (questId: string, userId: string): string =>
  createHmac('sha256', questId).update(userId).digest('hex').slice(0, LENGTH);
