import { measure, type Side, type SideResult } from '../load/compare.js';
import { withBenchPlatform } from '../platform/platform.js';
import { failureLine, seriesTable } from '../report/report.js';
import { bearer, seedAccounts } from '../seed/earners.js';
import { ledgerEarner, seedLedger } from '../seed/ledger.js';
import { seedCampaign } from '../seed/quests.js';
import { OurCheckIns } from '../sides/check-ins.js';
import { ourReads } from '../sides/reads.js';
import type { Case } from './case.js';

/** Cost of leaderboard pages and check-ins as the ledger of the campaign grows. */
export const rowsCase: Case = ({ effort, rows }) =>
  withBenchPlatform({}, async (platform) => {
    const { client } = platform;
    const lines: { at: string; what: string; result: SideResult }[] = [];
    for (const size of rows) {
      const campaign = await seedCampaign(client);
      const startedAt = performance.now();
      const { earners } = await seedLedger(client, campaign, size);
      console.log(`  ${size} ledger rows written (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
      const accounts = await seedAccounts(client, [await ledgerEarner(client, earners / 2)]);
      const read = (path: string) =>
        ourReads(platform, accounts.map(bearer(`/v1/campaigns/${campaign.campaignId}/leaderboard${path}`)));
      const sides: [what: string, side: Side][] = [
        ['own standing', read('/me')],
        ['leaderboard, first page', read('?limit=50')],
        ['check-in, known earners', OurCheckIns.in(platform, [campaign]).of('known')],
      ];
      for (const [what, side] of sides) {
        lines.push({ at: String(size), what, result: await measure(side, effort) });
      }
    }
    return {
      notes: [
        platform.describe(effort),
        ...lines.flatMap(({ at, what, result }) => failureLine(`${what}, ${at} rows`, result.figures.failures)),
      ],
      tables: [seriesTable('ledger rows', lines)],
    };
  });
