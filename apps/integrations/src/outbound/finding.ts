import type { EgressOutcome } from '@questp/egress';
import type { CredentialTest } from '@questp/messages/integrations';

/** Statuses that providers answer to invalid credentials. */
const REFUSALS = [400, 401, 403, 404];

export type Finding = Pick<CredentialTest, 'outcome' | 'detail'>;

/** Shows only the status: a response may contain what was sent. @param shows what status 200 proves */
export function findingOf(answer: EgressOutcome, shows: string): Finding {
  if (answer.outcome !== 'answered') return { outcome: 'no_answer', detail: `No answer: ${answer.detail}.` };
  const { status } = answer;
  if (status === 200) return { outcome: 'works', detail: shows };
  const outcome = REFUSALS.includes(status) ? 'refused' : 'no_answer';
  return { outcome, detail: `It was answered with status ${status}.` };
}
