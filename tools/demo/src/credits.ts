import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@questp/players';
import { follow } from '@questp/sdk';
import type { CampaignAccount } from './accounts.js';
import { check, type Check } from './checks.js';
import { creditText } from './credit-text.js';

/** Time for the last events to arrive. */
const TELLING_MS = 20_000;

/** The credits that an earner's live stream reports. */
export class ReceivedCredits {
  readonly texts: string[] = [];
  private readonly leaving = new AbortController();
  private readonly following: Promise<void>;

  private constructor(client: Caller, onOpen: () => void) {
    this.following = this.follow(client, onOpen);
  }

  /** Resolves once the stream is open; later events are not missed. */
  static async of(client: Caller): Promise<ReceivedCredits> {
    let credits: ReceivedCredits | undefined;
    await new Promise<void>((resolve, reject) => {
      credits = new ReceivedCredits(client, resolve);
      credits.following.catch(reject);
    });
    return credits as ReceivedCredits;
  }

  async stop(): Promise<void> {
    this.leaving.abort();
    await this.following;
  }

  private async follow({ gateways, token = '' }: Caller, onOpen: () => void): Promise<void> {
    const send = async (request: Request) => {
      const response = await fetch(request);
      if (response.ok) onOpen();
      return response;
    };
    const options = { baseUrl: gateways.urls[0] as string, token, fetch: send, signal: this.leaving.signal };
    for await (const { event } of follow('/v1/realtime/submissions', options)) {
      if (event === null) this.texts.push('a reset, by which credits may be lost');
      else if (event.type === 'submission.claimed') {
        this.texts.push(creditText(event.data.submissionId, event.data.pointsAwarded));
      }
    }
  }
}

interface Following {
  user: { id: string };
  received: Pick<ReceivedCredits, 'texts'>;
}

/** Waits until every credit has been reported, or until the missing ones count as lost. */
export async function untilCreditsReported(
  earners: readonly Following[],
  accounts: readonly CampaignAccount[],
): Promise<void> {
  const credits = creditsOf(accounts);
  const isBehind = () =>
    earners.some(({ user, received }) => received.texts.length < (credits.get(user.id)?.length ?? 0));
  const until = Date.now() + TELLING_MS;
  while (isBehind() && Date.now() < until) await sleep(100);
}

/** Checks that the streams reported each credit in the ledger exactly once, and nothing else. */
export function creditsReported(earners: readonly Following[], accounts: readonly CampaignAccount[]): Check {
  const credits = creditsOf(accounts);
  const problems = earners.flatMap(({ user: { id: userId }, received }) => {
    const left = [...received.texts];
    const missing = (credits.get(userId) ?? []).filter((credit) => {
      const at = left.indexOf(credit);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return [
      ...missing.map((credit) => `${userId} received no notification of ${credit}`),
      ...left.map((credit) => `${userId} received another notification of ${credit}`),
    ];
  });
  const count = earners.reduce((sum, { received }) => sum + received.texts.length, 0);
  return check(
    'every credit was reported live exactly once',
    problems,
    `${count} credits to ${earners.length} earners`,
  );
}

function creditsOf(accounts: readonly CampaignAccount[]): Map<string, string[]> {
  const credits = new Map<string, string[]>();
  for (const one of accounts.flatMap(({ earners }) => earners)) {
    credits.set(one.userId, [...(credits.get(one.userId) ?? []), ...one.credits]);
  }
  return credits;
}
