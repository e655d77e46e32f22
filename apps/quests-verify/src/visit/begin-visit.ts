import type { Visit } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { assertActive, assertCompletedBy, assertOpen } from '../credit/quest-entry.js';
import { readEntry, type EarnerAndQuest } from '../credit/quest-entry.repository.js';
import { VISIT_TOKEN_SECONDS, visitCompleteFrom } from '../rules/visit.js';
import { newVisitToken, visitTokenHash } from './visit-token.js';
import { insertVisit } from './visit.repository.js';

/** Issues the token that completes the quest after the least time of the visit. */
export async function beginVisit(db: Database, who: EarnerAndQuest): Promise<Visit> {
  const entry = await readEntry(db, who);
  assertActive(entry);
  assertCompletedBy(entry, 'visit');
  assertOpen(entry);
  const config = entry.quest.config as { url: string; minSeconds: number };
  const visitToken = newVisitToken();
  const times = {
    issuedAt: entry.now,
    completeFrom: visitCompleteFrom(config, entry.now),
    expiresAt: new Date(entry.now.getTime() + VISIT_TOKEN_SECONDS * 1_000),
  };
  await insertVisit(db, who, visitTokenHash(visitToken), times);
  return {
    visitToken,
    url: config.url,
    completeFrom: times.completeFrom.toISOString(),
    expiresAt: times.expiresAt.toISOString(),
  };
}
