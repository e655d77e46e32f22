import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@questp/sdk';
import type { Answer } from '@questp/players';
import type { Tries } from './attack.js';

/** The code of an error, or the status of a success. */
export const codeOf = ({ error, response }: Answer): string =>
  (error as Partial<Problem> | undefined)?.code ?? String(response.status);

/** Longest time to repeat a refused request. Rate limits count per minute, so two of them have passed by then. */
const MAX_PATIENCE_MS = 130_000;

/** Codes for too many requests or too much load. Such a request had no effect. */
export const ASKED_TO_WAIT: readonly string[] = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT'];

/** Repeats the request while the answer is one of ASKED_TO_WAIT; returns that answer once it has waited too long. */
export async function patiently<Data>(ask: () => Promise<Answer<Data>>): Promise<Answer<Data>> {
  const until = Date.now() + MAX_PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    const waitMs = Number(answer.response.headers.get('retry-after') ?? 1) * 1_000;
    if (!ASKED_TO_WAIT.includes(codeOf(answer)) || Date.now() + waitMs > until) return answer;
    await sleep(waitMs);
  }
}

/** Notes whether the request is refused with one of the codes. */
export async function refuses(
  tries: Tries,
  what: string,
  codes: readonly string[],
  ask: () => Promise<Answer>,
): Promise<void> {
  const code = codeOf(await patiently(ask));
  tries.note(what, codes.includes(code), code);
}

/** Notes whether the request is refused for one member of its body, and for nothing else. */
export async function refusesMember(
  tries: Tries,
  what: string,
  member: string,
  ask: () => Promise<Answer>,
): Promise<void> {
  const answer = await patiently(ask);
  const { errors = [] } = (answer.error ?? {}) as Partial<Problem>;
  const isFor = errors.length > 0 && errors.every(({ pointer }) => pointer === `/${member}`);
  tries.note(what, codeOf(answer) === 'VALIDATION_FAILED' && isFor, `${codeOf(answer)} ${JSON.stringify(errors)}`);
}
