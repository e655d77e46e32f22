import { createTestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { startBaseline, type Baseline } from '../baseline/baseline.js';
import { compare, type Side } from '../compare.js';
import type { CpuTimes } from '../load/cpu.js';
import type { Load, Shot } from '../load/fire.js';
import { seedEarnerCopies, seedEarners, type SeededEarner } from '../seed/earners.js';
import { seedCampaign, seedCheckInQuests, type SeededCampaign } from '../seed/quests.js';
import { untilOutboxIsEmpty } from '../seed/outbox.js';
import { rowOf, type Bench, type Case, type Row } from './case.js';

const KNOWN_EARNERS = 500;
const AGAINST = 'raw Fastify + pg, same transaction';

/**
 * Check-ins that all credit. Known earners: those the gateway has seen in the last minute, each in many quests. New
 * earners: every request is the first of its earner, so that token and rate limits have to be looked up as well.
 */
export const checkInCase: Case = async ({ platform, client, effort }) => {
  // A database of its own: the relay of the platform would work off the events of the baseline.
  const database = await createTestDatabase({ migrate: ['quests-verify'] });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const baseline = await startBaseline(database.url);
  try {
    const sides = {
      ours: new OurCheckIns(platform, client, await seedCampaign(client)),
      baseline: new BaselineCheckIns(platform, baseline, other, await seedCampaign(other)),
    };
    const rows: Row[] = [];
    for (const earners of ['known', 'new'] as const) {
      const result = await compare({ ours: sides.ours.of(earners), baseline: sides.baseline.of(earners) }, effort);
      rows.push(rowOf(`check-in, ${earners} earners`, AGAINST, result));
    }
    return rows;
  } finally {
    await baseline.stop();
    await other.end();
    await database.drop();
  }
};

type Whom = 'known' | 'new';

/** One shot per quest and earner, the same earner as far apart as possible. */
const everyPair = <Earner>(quests: string[], earners: Earner[], shot: (quest: string, earner: Earner) => Shot) =>
  quests.flatMap((quest) => earners.map((earner) => shot(quest, earner)));

class OurCheckIns {
  constructor(
    private readonly platform: Bench['platform'],
    private readonly client: Client,
    private readonly campaign: SeededCampaign,
  ) {}

  of(whom: Whom): Side {
    let known: SeededEarner[] | undefined;
    return {
      prepare: async (expected) => {
        const isNew = whom === 'new';
        const earners = isNew ? await seedEarners(this.client, expected) : (known ??= await this.knownEarners());
        const quests = await this.quests(isNew ? 1 : Math.ceil(expected / KNOWN_EARNERS));
        return this.load(quests, earners);
      },
      settle: () => untilOutboxIsEmpty(this.client, 'quests'),
      cpu: () => this.platform.cpu(),
    };
  }

  private async knownEarners(): Promise<SeededEarner[]> {
    const earners = await seedEarners(this.client, KNOWN_EARNERS);
    for (const { token } of earners) {
      await fetch(`${this.platform.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
    }
    return earners;
  }

  private async quests(count: number): Promise<string[]> {
    const quests = await seedCheckInQuests(this.client, this.campaign, count);
    await this.client.query('ANALYZE quests.quest, quests.submission, quests.standing, quests.earner');
    await this.client.query('CHECKPOINT');
    return quests;
  }

  private load(quests: string[], earners: SeededEarner[]): Load {
    const shots = everyPair(quests, earners, (quest, { token }) => ({
      path: `/v1/quests/${quest}/daily-checkin/check-in`,
      headers: { authorization: `Bearer ${token}` },
    }));
    return { url: this.platform.url, method: 'POST', shots, once: true };
  }
}

class BaselineCheckIns {
  constructor(
    private readonly platform: Bench['platform'],
    private readonly baseline: Baseline,
    private readonly client: Client,
    private readonly campaign: SeededCampaign,
  ) {}

  of(whom: Whom): Side {
    let known: string[] | undefined;
    return {
      prepare: async (expected) => {
        const isNew = whom === 'new';
        const earners = isNew ? await this.earners(expected) : (known ??= await this.earners(KNOWN_EARNERS));
        const quests = await this.quests(isNew ? 1 : Math.ceil(expected / KNOWN_EARNERS));
        const shots = everyPair(quests, earners, (quest, authorization) => ({
          path: `/check-in/${quest}`,
          headers: { authorization },
        }));
        return { url: this.baseline.url, method: 'POST', shots, once: true };
      },
      cpu: (): CpuTimes => ({ baseline: this.baseline.cpu(), ...this.platform.sharedCpu() }),
    };
  }

  private async earners(count: number): Promise<string[]> {
    const { rows } = await this.client.query<{ id: string }>(
      `SELECT 'svcuser_' || replace(gen_random_uuid()::text, '-', '') AS id FROM generate_series(1, $1::integer)`,
      [count],
    );
    const ids = rows.map(({ id }) => id);
    await seedEarnerCopies(this.client, ids);
    return ids;
  }

  private async quests(count: number): Promise<string[]> {
    const quests = await seedCheckInQuests(this.client, this.campaign, count);
    await this.client.query('ANALYZE quests.quest, quests.submission, quests.standing, quests.earner');
    await this.client.query('CHECKPOINT');
    return quests;
  }
}
