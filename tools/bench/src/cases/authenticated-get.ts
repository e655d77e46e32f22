import { startBaseline } from '../baseline/baseline.js';
import { compare } from '../compare.js';
import type { Load, Shot } from '../load/fire.js';
import { seedEarners } from '../seed/earners.js';
import { seedCampaign, seedCheckInQuests } from '../seed/quests.js';
import { rowOf, type Case, type Row } from './case.js';

const EARNERS = 200;

/**
 * Reads by signed-in earners, against raw Fastify that sends the same JSON without asking anybody, and against raw
 * Fastify that reads it with the same SQL.
 */
export const authenticatedGetCase: Case = async ({ platform, client, effort }) => {
  const earners = await seedEarners(client, EARNERS);
  const [questId = ''] = await seedCheckInQuests(client, await seedCampaign(client), 1);
  const baseline = await startBaseline(platform.databaseUrl);
  try {
    const rows: Row[] = [];
    const me = '/v1/users/me';
    const quest = `/v1/quests/${questId}`;
    const sample: Shot[] = [{ path: '/sample' }];
    const ownUsers = earners.map(({ userId }): Shot => ({ path: '/user', headers: { authorization: userId } }));
    const comparisons = [
      { path: me, theirs: sample, what: 'raw Fastify, same JSON' },
      { path: me, theirs: ownUsers, what: 'raw Fastify + pg, same SQL' },
      { path: quest, theirs: sample, what: 'raw Fastify, same JSON' },
    ];
    for (const { path, theirs, what } of comparisons) {
      const shots = earners.map(({ token }): Shot => ({ path, headers: { authorization: `Bearer ${token}` } }));
      await showSample(`${platform.url}${path}`, shots[0]?.headers, baseline.url);
      const load = (url: string, own: readonly Shot[]): Load => ({ url, method: 'GET', shots: own, once: false });
      const result = await compare(
        {
          ours: { prepare: () => Promise.resolve(load(platform.url, shots)), cpu: () => platform.cpu() },
          baseline: {
            prepare: () => Promise.resolve(load(baseline.url, theirs)),
            cpu: () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }),
          },
        },
        effort,
      );
      rows.push(rowOf(`GET ${path.replace(questId, ':questId')}`, what, result));
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
