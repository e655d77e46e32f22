import { measure, type SideResult } from '../load/compare.js';
import { withBenchPlatform } from '../platform/platform.js';
import { failureLine, seriesTable } from '../report/report.js';
import { OurCheckIns } from '../sides/check-ins.js';
import type { Case } from './case.js';

const CAMPAIGNS = [1, 100];

/** Check-ins that are all in one campaign, and the same spread over many. */
export const campaignsCase: Case = ({ effort }) =>
  withBenchPlatform({}, async (platform) => {
    const lines: { at: string; what: string; result: SideResult }[] = [];
    for (const count of CAMPAIGNS) {
      const side = (await OurCheckIns.on(platform, count)).of('known');
      lines.push({ at: String(count), what: 'check-in, known earners', result: await measure(side, effort) });
    }
    return {
      notes: [
        platform.describe(effort),
        ...lines.flatMap(({ at, what, result }) => failureLine(`${what}, ${at} campaigns`, result.figures.failures)),
      ],
      tables: [seriesTable('campaigns', lines)],
    };
  });
