import type { EgressOutcome } from '@questp/egress';
import type { CredentialTest } from '@questp/messages/integrations';
import { parseJson } from '@questp/messages/language';

/** Statuses that providers answer to invalid credentials. */
const REFUSALS = [400, 401, 403, 404];

/** The remaining quota, as the provider counts it, or as requests are counted here. */
export interface QuotaLeft {
  remaining: number;
  limit: number;
  /** Null if the provider names no time. */
  resetsAt: Date | null;
}

/** Capabilities of an accepted credential. */
export interface Shown {
  /** One sentence for operators. */
  detail: string;
  /** The credential is accepted, but an operator should change something. */
  isWarning?: true;
  quota?: QuotaLeft;
}

export interface Finding extends Shown {
  outcome: CredentialTest['outcome'];
}

/** Shows only the status: a response may contain what was sent. @param shows what status 200 proves */
export function findingOf(answer: EgressOutcome, shows: string): Finding {
  if (answer.outcome !== 'answered') return { outcome: 'no_answer', detail: `No answer: ${answer.detail}.` };
  const { status } = answer;
  if (status === 200) return { outcome: 'works', detail: shows };
  const outcome = REFUSALS.includes(status) ? 'refused' : 'no_answer';
  return { outcome, detail: `It was answered with status ${status}.` };
}

/** The JSON of a body; null: empty; undefined: not JSON. */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return null;
  try {
    return parseJson(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** An answer with status 200 that the provider's API does not describe. */
export const UNDESCRIBED: Finding = {
  outcome: 'misconfigured',
  detail: 'It was answered with status 200 and a body that the API does not describe; check the address.',
};

/** A whole number, also as text, that is not negative. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined;
}

/** Time of one check; milliseconds. */
export const CHECK_MS = 4_000;

/** A check of several requests, or of an answer that comes piece by piece, ends in time as well. */
export async function inTime(check: Promise<Finding>): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'no_answer', detail: 'No answer within 4 seconds.' }), CHECK_MS);
  });
  return Promise.race([check, late]).finally(() => clearTimeout(timer));
}
