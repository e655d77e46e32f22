import { createHash } from 'node:crypto';
import type { EmailCodeSubject } from './email-challenges.repository.js';

export interface EarnerOfQuest {
  userId: string;
  questId: string;
}

/** Codes of one earner and quest, whose id is made of both: they need no session. */
export function questCodes({ userId, questId }: EarnerOfQuest): EmailCodeSubject {
  const digest = createHash('sha256').update(`${userId} ${questId}`).digest('hex');
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ];
  return { purpose: 'quest', sessionId: parts.join('-') };
}
