import { contract } from '../../language/contract/contract.js';
import { Count, Nested, OneOf, pick } from '../../language/fields/index.js';
import { VERIFICATION_METHODS, type VerificationMethod } from '../studio/quest.js';
import { Check } from '../verification/checks.js';
import { ByEarner } from '../verification/credit.js';
import { Availability, LatestSubmission } from './discover.js';

/** The earner's latest check at a quest. */
export class LatestCheck extends pick(Check, 'at', 'outcome', 'code', 'detail') {}

/** Where an earner stands at a quest: whether a check is possible now, and what came out of the latest one. */
export class VerificationStatus {
  @OneOf(VERIFICATION_METHODS, { description: 'Method of the quest', example: 'manual' })
  method!: VerificationMethod;

  @Nested(() => Availability, { description: 'Availability for you' })
  availability!: Availability;

  @Count({ description: 'Negative checks in the current period', example: 0 })
  negativeChecks!: number;

  @Count({ nullable: true, description: 'Negative checks after which a reviewer decides; null: no reviewer does' })
  reviewAfter!: number | null;

  @Nested(() => LatestCheck, { nullable: true, description: 'Latest check; null: none yet' })
  check!: LatestCheck | null;

  @Nested(() => LatestSubmission, { nullable: true, description: 'Latest submission; null: none yet' })
  submission!: LatestSubmission | null;
}

const summary = 'Get the state of your verification of a quest';

export const getVerificationStatus = contract({
  subject: 'quests.discover.verification',
  request: ByEarner,
  reply: VerificationStatus,
  http: [
    { id: 'getVerificationStatus', route: 'GET /v1/quests/:questId/verification', tag: 'submissions', summary },
    { id: 'getChatcommStatus', route: 'GET /v1/quests/:questId/chatcomm/status', tag: 'chatcomm', summary },
    { id: 'getMicroblogStatus', route: 'GET /v1/quests/:questId/microblog/status', tag: 'microblog', summary },
  ],
});
