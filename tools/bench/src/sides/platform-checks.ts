import { Gateways, inParallel, REPOSITORY, signInByOAuth } from '@questp/players';
import type { Side } from '../load/compare.js';
import type { EmulatorsProcess } from '../load/emulators.js';
import type { Shot } from '../load/fire.js';
import type { BenchPlatform } from '../platform/platform.js';
import { untilWorkedOff } from '../seed/outbox.js';
import { seedCampaign, seedQuests } from '../seed/quests.js';

/** Accounts at the code host that have starred the repository. Each may send 5,000 requests an hour there. */
const PEOPLE = 200;
const STAR = { taskTypeId: 'social_codehost_star', config: { repository: REPOSITORY }, period: { kind: 'once' } };
const BODY = JSON.stringify({ inputs: {} });

const logins = Array.from({ length: PEOPLE }, (_, index) => `earner-${index + 1}`);

/** Attempts at quests to star a repository: each asks the code host once, and all are credited. */
export async function ourChecks(platform: BenchPlatform, emulators: EmulatorsProcess): Promise<Side> {
  const gateways = new Gateways([platform.url]);
  const tokens = await inParallel(logins, 8, async (login) => {
    return (await signInByOAuth(gateways.anonymous, 'codehost', login)).token;
  });
  const campaign = await seedCampaign(platform.client);
  return {
    firstGuess: 200,
    prepare: async (expected) => {
      const quests = await seedQuests(platform.client, campaign, STAR, Math.ceil(expected / PEOPLE));
      await platform.client.query('ANALYZE quests.quest, quests.submission, quests.standing, quests.earner');
      const shots = quests.flatMap((questId) => tokens.map((token) => attempt(questId, token)));
      return { url: platform.url, method: 'POST', shots, once: true };
    },
    settle: () => untilWorkedOff(platform.client),
    cpu: () => ({ ...platform.cpu(), emulators: emulators.cpu() }),
  };
}

const attempt = (questId: string, token: string): Shot => ({
  path: `/v1/quests/${questId}/submissions`,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: BODY,
});

/** The requests that those checks send to the code host, sent to it directly. */
export async function bareChecks(platform: BenchPlatform, emulators: EmulatorsProcess): Promise<Side> {
  const tokens = await inParallel(logins, 8, (login) => codehostToken(emulators, login));
  const path = new URL(`${emulators.environment['PLATFORM_CODEHOST_URL'] ?? ''}/user/starred/${REPOSITORY}`).pathname;
  const shots = tokens.map((token): Shot => {
    return { path, headers: { authorization: `Bearer ${token}`, 'user-agent': 'bench' } };
  });
  return {
    firstGuess: 2_000,
    prepare: () => Promise.resolve({ url: emulators.url, method: 'GET', shots, once: false }),
    cpu: () => ({ emulators: emulators.cpu(), ...platform.sharedCpu() }),
  };
}

/** A token of this account, as the code host gives it to the application. */
async function codehostToken({ environment }: EmulatorsProcess, login: string): Promise<string> {
  const oauth = `${environment['PLATFORM_CODEHOST_SITE_URL'] ?? ''}/login/oauth`;
  const application = {
    client_id: environment['CODEHOST_CLIENT_ID'] ?? '',
    redirect_uri: `${environment['PUBLIC_URL'] ?? ''}/v1/auth/oauth/callback/codehost`,
  };
  const asked = new URLSearchParams({ ...application, response_type: 'code', login_hint: login });
  const agreed = await fetch(`${oauth}/authorize?${asked.toString()}`, { redirect: 'manual' });
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const secret = { client_secret: environment['CODEHOST_CLIENT_SECRET'] ?? '' };
  const given = await fetch(`${oauth}/access_token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...application, ...secret, code }),
  });
  const { access_token: token } = (await given.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`The code host gave no token, answered ${given.status}`);
  return token;
}
