import { replay, startBaseline } from '../baseline/baseline.js';
import { compare } from '../load/compare.js';
import type { BenchPlatform } from '../platform/platform.js';
import type { Shot } from '../load/fire.js';
import { record } from '../recorded/record.js';
import { bearer, seedEarners } from '../seed/earners.js';
import { seedCampaign, seedCheckInQuests } from '../seed/quests.js';
import { baselineReads, ourReads } from '../sides/reads.js';
import { comparison, rowOf } from './comparison.js';
import type { Row } from '../report/report.js';

const EARNERS = 200;

/**
 * Reads by signed-in earners, against raw Fastify that sends the same JSON without asking anybody, and against raw
 * Fastify that runs the same statements.
 */
export const authenticatedGetCase = comparison(async ({ platform, effort }) => {
  const { client } = platform;
  const earners = await seedEarners(client, EARNERS);
  const campaign = await seedCampaign(client);
  const [questId = ''] = await seedCheckInQuests(client, campaign, 1);
  const reads = [
    { what: 'GET /v1/users/me', path: '/v1/users/me', service: 'identity', schema: 'identity', ids: {} },
    {
      what: 'GET /v1/quests/:questId',
      path: `/v1/quests/${questId}`,
      service: 'quests-verify',
      schema: 'quests',
      ids: { questId, ...campaign },
    },
  ] as const;
  const rows: Row[] = [];
  for (const { what, path, service, schema, ids } of reads) {
    const ours = ourReads(platform, earners.map(bearer(path)));
    const baseline = await startBaseline(platform.databaseUrl, schema);
    try {
      await baseline.show(await sampleOf(platform, bearer(path)(earners[0]!)));
      let asked = 0;
      await baseline.learn(
        await record(platform, service, () => {
          const earner = earners[asked++ % EARNERS]!;
          return { send: () => platform.send('GET', bearer(path)(earner)), ids: { ...ids, userId: earner.userId } };
        }),
      );
      const sample = baselineReads(platform, baseline, [{ path: '/sample' }]);
      const sameSql = baselineReads(
        platform,
        baseline,
        earners.map(({ userId }) => replay({ ...ids, userId })),
      );
      rows.push(rowOf(what, 'raw Fastify, same JSON', await compare({ ours, baseline: sample }, effort)));
      rows.push(rowOf(what, 'raw Fastify + pg, same SQL', await compare({ ours, baseline: sameSql }, effort)));
    } finally {
      await baseline.stop();
    }
  }
  return rows;
});

/** The platform's answer. */
async function sampleOf(platform: BenchPlatform, shot: Shot): Promise<string> {
  const answer = await platform.send('GET', shot);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${shot.path} answered ${answer.status}: ${text}`);
  return text;
}
