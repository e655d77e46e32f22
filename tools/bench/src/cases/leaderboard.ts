import { replay, startBaseline } from '../baseline/baseline.js';
import { compare } from '../load/compare.js';
import type { BenchPlatform } from '../platform/platform.js';
import type { Shot } from '../load/fire.js';
import { record } from '../recorded/record.js';
import { bearer, seedAccounts } from '../seed/earners.js';
import { ledgerEarner, seedLedger } from '../seed/ledger.js';
import { seedCampaign } from '../seed/quests.js';
import { baselineReads, ourReads } from '../sides/reads.js';
import { comparison, rowOf } from './comparison.js';
import type { Row } from '../report/report.js';

const ROWS = 1_000_000;
const PAGE = 50;
/** Pages before the deep one. */
const DEEP_PAGES = 1_000;
const AGAINST = 'raw Fastify + pg, same SQL';

/** Leaderboard pages and the own standing in a campaign with 1,000,000 ledger rows of 100,000 earners. */
export const leaderboardCase = comparison(async ({ platform, effort }) => {
  const { client } = platform;
  const campaign = await seedCampaign(client);
  console.log(`  writing ${ROWS} ledger rows`);
  const { earners } = await seedLedger(client, campaign, ROWS);
  const [own] = await seedAccounts(client, [await ledgerEarner(client, earners / 2)]);
  if (own === undefined) throw new Error('No account was made');
  const board = `/v1/campaigns/${campaign.campaignId}/leaderboard`;
  const read = (path: string): Shot => bearer(`${board}${path}`)(own);
  const cursor = await cursorAfter(DEEP_PAGES, (query) => platform.send('GET', read(`?${query}`)));
  const baseline = await startBaseline(platform.databaseUrl, 'quests');
  try {
    const shots: [what: string, shot: Shot][] = [
      ['leaderboard, first page', read(`?limit=${PAGE}`)],
      [`leaderboard, page ${DEEP_PAGES + 1}`, read(`?limit=${PAGE}&cursor=${cursor}`)],
      ['leaderboard, own standing', read('/me')],
    ];
    const rows: Row[] = [];
    for (const [what, shot] of shots) {
      const ids = { campaignId: campaign.campaignId, projectId: campaign.projectId, userId: own.userId };
      await baseline.learn(
        await record(platform, 'quests-verify', () => ({ send: () => platform.send('GET', shot), ids })),
      );
      const result = await compare(
        { ours: ourReads(platform, [shot]), baseline: baselineReads(platform, baseline, [replay(ids)]) },
        effort,
      );
      rows.push(rowOf(what, AGAINST, result));
    }
    return rows;
  } finally {
    await baseline.stop();
  }
});

/** Follows the cursors over this many pages. */
async function cursorAfter(pages: number, read: (query: string) => ReturnType<BenchPlatform['send']>): Promise<string> {
  let cursor: string | null = null;
  for (let page = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) });
    const answer = await read(query.toString());
    const body = (await answer.json()) as { nextCursor: string | null };
    if (!answer.ok || !body.nextCursor) throw new Error(`The leaderboard answered ${answer.status} at page ${page}`);
    cursor = body.nextCursor;
  }
  return cursor ?? '';
}
