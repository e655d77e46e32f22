import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { Text, Time } from '../../language/fields/index.js';
import { ByEarner, Completion } from '../verification/credit.js';
import { EARNING_ERRORS } from '../verification/earning-errors.js';

/** A time-limited token issued by the server. */
export class Visit {
  @Text({
    max: 64,
    description: 'Token that completes the quest once for this earner',
    example: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLXZpc2l0LTAwMDE',
  })
  visitToken!: string;

  @Text({ max: 2048, format: 'uri', description: 'URL to visit', example: 'https://example.org/launch' })
  url!: string;

  @Time({ description: 'Earliest time at which the token completes the quest' })
  completeFrom!: Timestamp;

  @Time()
  expiresAt!: Timestamp;
}

const VISIT = '/v1/quests/:questId/visit';
const tag = 'visit';

export const startVisit = contract({
  subject: 'quests.visit.start',
  request: ByEarner,
  reply: Visit,
  errors: EARNING_ERRORS,
  http: {
    id: 'startVisit',
    route: `POST ${VISIT}/start`,
    tag,
    summary: 'Create a visit token',
    again: 'Each call creates a new token.',
  },
});

class CompleteVisitRequest extends ByEarner {
  @Text({
    min: 1,
    max: 200,
    description: '`visitToken` of the started visit',
    example: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLXZpc2l0LTAwMDE',
  })
  visitToken!: string;
}

/** A token that was redeemed too early can be redeemed again. */
export const completeVisit = contract({
  subject: 'quests.visit.complete',
  request: CompleteVisitRequest,
  reply: Completion,
  errors: [...EARNING_ERRORS, 'VISIT_TOO_SHORT', 'VISIT_TOKEN_INVALID', 'VISIT_COMPLETED'],
  http: {
    id: 'completeVisit',
    route: `POST ${VISIT}/complete`,
    tag,
    summary: 'Complete a quest with a visit token',
    examples: { engagement_url_visit: { visitToken: 'Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLXZpc2l0LTAwMDE' } },
    description: 'A token that was sent too early stays valid.',
    again: 'A token works once; a repeated call is refused.',
  },
});
