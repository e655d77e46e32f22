import { startBaseline } from '../baseline/baseline.js';
import { compare } from '../compare.js';
import type { Load, Shot } from '../load/fire.js';
import { seedEarners } from '../seed/earners.js';
import { seedCampaign, seedCheckInQuests } from '../seed/quests.js';
import { rowOf, type Case, type Row } from './case.js';

const EARNERS = 200;

/** Reads by signed-in earners, against raw Fastify that sends the same JSON without asking anybody. */
export const authenticatedGetCase: Case = async ({ platform, client, effort }) => {
  const earners = await seedEarners(client, EARNERS);
  const [questId = ''] = await seedCheckInQuests(client, await seedCampaign(client), 1);
  const baseline = await startBaseline(platform.databaseUrl);
  try {
    const rows: Row[] = [];
    for (const path of ['/v1/users/me', `/v1/quests/${questId}`]) {
      const shots = earners.map(({ token }): Shot => ({ path, headers: { authorization: `Bearer ${token}` } }));
      await showSample(`${platform.url}${path}`, shots[0]?.headers, baseline.url);
      const load = (url: string, own: readonly Shot[]): Load => ({ url, method: 'GET', shots: own, once: false });
      const ours = load(platform.url, shots);
      const theirs = load(baseline.url, [{ path: '/sample' }]);
      const result = await compare(
        {
          ours: { prepare: () => Promise.resolve(ours), cpu: () => platform.cpu() },
          baseline: {
            prepare: () => Promise.resolve(theirs),
            cpu: () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }),
          },
        },
        effort,
      );
      rows.push(rowOf(`GET ${path.replace(questId, ':questId')}`, 'raw Fastify, same JSON', result));
    }
    return rows;
  } finally {
    await baseline.stop();
  }
};

/** Has the baseline send what the platform sends. */
async function showSample(url: string, headers: Record<string, string> | undefined, baselineUrl: string) {
  const answer = await fetch(url, headers && { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await fetch(`${baselineUrl}/sample`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await answer.text(),
  });
}
