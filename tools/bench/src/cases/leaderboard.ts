import { startBaseline } from '../baseline/baseline.js';
import { compare } from '../compare.js';
import type { Load, Shot } from '../load/fire.js';
import { seedAccounts } from '../seed/earners.js';
import { ledgerEarner, seedLedger } from '../seed/ledger.js';
import { seedCampaign } from '../seed/quests.js';
import { rowOf, type Case, type Row } from './case.js';

const SIZE = { earners: 100_000, creditsPerEarner: 10 };
const PAGE = 50;
/** Pages that are passed to get to the deep one. */
const DEEP_PAGES = 1_000;
const AGAINST = 'raw Fastify + pg, same SQL';

/** Leaderboard pages and the own standing in a campaign with 1,000,000 ledger rows of 100,000 earners. */
export const leaderboardCase: Case = async ({ platform, client, effort }) => {
  const campaign = await seedCampaign(client);
  console.log('  writing 1,000,000 ledger rows');
  await seedLedger(client, campaign, SIZE);
  const [own] = await seedAccounts(client, [await ledgerEarner(client, SIZE.earners / 2)]);
  const signedIn = { authorization: `Bearer ${own?.token}` };
  const baseline = await startBaseline(platform.databaseUrl);
  try {
    const ours = `/v1/campaigns/${campaign.campaignId}/leaderboard`;
    const theirs = `/leaderboard/${campaign.campaignId}`;
    const deep = {
      ours: await cursorAfter(`${platform.url}${ours}`, signedIn),
      theirs: await cursorAfter(`${baseline.url}${theirs}`, {}),
    };
    const cases: { what: string; ours: Shot; theirs: Shot }[] = [
      {
        what: 'leaderboard, first page',
        ours: { path: `${ours}?limit=${PAGE}`, headers: signedIn },
        theirs: { path: `${theirs}?limit=${PAGE}` },
      },
      {
        what: `leaderboard, page ${DEEP_PAGES + 1}`,
        ours: { path: `${ours}?limit=${PAGE}&cursor=${deep.ours}`, headers: signedIn },
        theirs: { path: `${theirs}?limit=${PAGE}&cursor=${deep.theirs}` },
      },
      {
        what: 'leaderboard, own standing',
        ours: { path: `${ours}/me`, headers: signedIn },
        theirs: { path: `${theirs}/me`, headers: { authorization: own?.userId ?? '' } },
      },
    ];
    const rows: Row[] = [];
    for (const one of cases) {
      const load = (url: string, shot: Shot): Load => ({ url, method: 'GET', shots: [shot], once: false });
      const result = await compare(
        {
          ours: {
            prepare: () => Promise.resolve(load(platform.url, one.ours)),
            cpu: () => platform.cpu(),
          },
          baseline: {
            prepare: () => Promise.resolve(load(baseline.url, one.theirs)),
            cpu: () => ({ baseline: baseline.cpu(), ...platform.sharedCpu() }),
          },
        },
        effort,
      );
      rows.push(rowOf(one.what, AGAINST, result));
    }
    return rows;
  } finally {
    await baseline.stop();
  }
};

/** Follows the cursors over DEEP_PAGES pages of the shown size. */
async function cursorAfter(url: string, headers: Record<string, string>): Promise<string> {
  let cursor: string | null = null;
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) });
    const answer = await fetch(`${url}?${query.toString()}`, { headers });
    const body = (await answer.json()) as { nextCursor: string | null };
    if (!answer.ok || !body.nextCursor) throw new Error(`${url} answered ${answer.status} at page ${page + 1}`);
    cursor = body.nextCursor;
  }
  return cursor ?? '';
}
