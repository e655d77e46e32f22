import { compare } from '../load/compare.js';
import { BaselineCheckIns, OurCheckIns } from '../sides/check-ins.js';
import { comparison, rowOf, type BenchSetup } from './comparison.js';
import type { Row } from '../report/report.js';

const AGAINST = 'raw Fastify + pg, same transaction';

/**
 * Check-ins that all credit. Known earners: those the gateway saw just before a round, each in many quests. New
 * earners: every request is the first of its earner, so that token and rate limits have to be looked up as well.
 */
const measure = async ({ platform, effort }: BenchSetup): Promise<Row[]> => {
  const our = await OurCheckIns.on(platform);
  const baseline = await BaselineCheckIns.as(our, platform);
  try {
    const rows: Row[] = [];
    for (const earners of ['known', 'new'] as const) {
      const result = await compare({ ours: our.of(earners), baseline: baseline.of(earners) }, effort);
      rows.push(rowOf(`check-in, ${earners} earners`, AGAINST, result));
    }
    return rows;
  } finally {
    await baseline.stop();
  }
};

export const checkInCase = comparison(measure);

/** The same where every commit waits for the disk. */
export const durableCheckInCase = comparison(measure, { durable: true });
