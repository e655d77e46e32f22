import type { EgressOutcome } from '@questp/egress';
import type { CredentialTest } from '@questp/messages/integrations';

/** What a provider says to somebody whose credentials it does not take. */
const REFUSALS = [400, 401, 403, 404];

export type Finding = Pick<CredentialTest, 'outcome' | 'detail'>;

/** Nothing of what was answered is told: it may hold what was sent. @param shows what an answer of 200 shows */
export function findingOf(answer: EgressOutcome, shows: string): Finding {
  if (answer.outcome !== 'answered') return { outcome: 'no_answer', detail: `No answer: ${answer.detail}.` };
  const { status } = answer;
  if (status === 200) return { outcome: 'works', detail: shows };
  const outcome = REFUSALS.includes(status) ? 'refused' : 'no_answer';
  return { outcome, detail: `It was answered with status ${status}.` };
}
