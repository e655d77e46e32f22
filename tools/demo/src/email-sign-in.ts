import { setTimeout as sleep } from 'node:timers/promises';
import { SurprisingAnswer, type Person } from './api.js';
import { signedIn, type SignedIn } from './sign-in.js';

const ARRIVAL_MS = 20_000;

/** Signs in with the code that is mailed to the address, which makes the account. @param mailUrl of the local mailbox */
export async function signInByEmail(visitor: Person, mailUrl: string, email: string): Promise<SignedIn> {
  const { challengeId } = await visitor.get(visitor.api.POST('/v1/auth/email/code', { body: { email } }));
  const body = { challengeId, code: await mailedCode(mailUrl, email) };
  return signedIn(visitor, await visitor.get(visitor.api.POST('/v1/auth/email/verify', { body })));
}

async function mailedCode(mailUrl: string, email: string): Promise<string> {
  const until = Date.now() + ARRIVAL_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${mailUrl}/mails?to=${encodeURIComponent(email)}`);
    const { items } = (await answer.json()) as { items: { text: string }[] };
    const [, code] = /^([0-9a-z]{8}) is your code/m.exec(items[0]?.text ?? '') ?? [];
    if (code !== undefined) return code;
    await sleep(200);
  }
  throw new SurprisingAnswer(`No code was mailed within ${ARRIVAL_MS} ms`);
}
