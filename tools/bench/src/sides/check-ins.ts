import { createTestDatabase, type TestDatabase } from '@questp/testing';
import { Client } from 'pg';
import { replay, startBaseline, type Baseline } from '../baseline/baseline.js';
import type { Side } from '../load/compare.js';
import type { Shot } from '../load/fire.js';
import type { BenchPlatform } from '../platform/platform.js';
import { record } from '../recorded/record.js';
import type { Script } from '../recorded/script.js';
import { bearer, seedEarnerCopies, seedEarners, type SeededEarner } from '../seed/earners.js';
import { untilWorkedOff } from '../seed/outbox.js';
import { seedCampaign, seedCheckInQuests, type SeededCampaign } from '../seed/quests.js';

/** Few, so that a round ends before cached tokens expire in the gateway (10 s). */
const KNOWN_EARNERS = 100;

/** Known earners are cached by the gateway, and each completes many quests; a new earner completes one. */
export type Whom = 'known' | 'new';

/** Numbers of earners and quests for a round of this many check-ins. */
const needed = (whom: Whom, expected: number) =>
  whom === 'new'
    ? { earners: expected, quests: 1 }
    : { earners: KNOWN_EARNERS, quests: Math.ceil(expected / KNOWN_EARNERS) };

/** Requests, one per quest and earner. Those in flight together are of different earners and many quests. */
const everyPair = <Earner>(
  { quests, earners, count }: { quests: Quest[]; earners: Earner[]; count: number },
  shot: (quest: Quest, earner: Earner) => Shot,
) =>
  Array.from({ length: Math.min(count, quests.length * earners.length) }, (_, index) => {
    const round = Math.floor(index / earners.length);
    const who = index % earners.length;
    return shot(quests[(who + round) % quests.length] as Quest, earners[who] as Earner);
  });

/** A quest and where it is. */
type Quest = SeededCampaign & { questId: string };

/** New quests in each of the campaigns, as many as are needed or more. */
async function newQuests(client: Client, campaigns: readonly SeededCampaign[], count: number): Promise<Quest[]> {
  const quests: Quest[] = [];
  for (const campaign of campaigns) {
    const ids = await seedCheckInQuests(client, campaign, Math.ceil(count / campaigns.length));
    quests.push(...ids.map((questId) => ({ ...campaign, questId })));
  }
  await client.query('ANALYZE quests.quest, quests.submission, quests.standing, quests.earner');
  await client.query('CHECKPOINT');
  return quests;
}

/** Check-ins at the platform that all credit. */
export class OurCheckIns {
  private constructor(
    private readonly platform: BenchPlatform,
    private readonly campaigns: readonly SeededCampaign[],
  ) {}

  /** @param count of campaigns that share the quests */
  static async on(platform: BenchPlatform, count = 1): Promise<OurCheckIns> {
    const campaigns: SeededCampaign[] = [];
    while (campaigns.length < count) campaigns.push(await seedCampaign(platform.client));
    return new OurCheckIns(platform, campaigns);
  }

  static in(platform: BenchPlatform, campaigns: SeededCampaign[]): OurCheckIns {
    return new OurCheckIns(platform, campaigns);
  }

  of(whom: Whom): Side {
    let known: SeededEarner[] | undefined;
    return {
      prepare: async (expected) => {
        const { earners: count, quests } = needed(whom, expected);
        const earners = whom === 'known' && known ? known : await seedEarners(this.platform.client, count);
        known = earners;
        const made = await newQuests(this.platform.client, this.campaigns, quests);
        if (whom === 'known') await this.see(earners);
        const shots = everyPair({ quests: made, earners, count: expected }, checkIn);
        return { url: this.platform.url, method: 'POST', shots, once: true };
      },
      settle: () => untilWorkedOff(this.platform.client),
      cpu: () => this.platform.cpu(),
    };
  }

  /** The statements of a check-in of a known earner. */
  async recorded(): Promise<Script> {
    const { client } = this.platform;
    return await record(this.platform, 'quests-verify', async () => {
      const [quest] = await newQuests(client, this.campaigns, 1);
      const [earner] = await seedEarners(client, 1);
      if (quest === undefined || earner === undefined) throw new Error('Nothing was seeded');
      await this.see([earner]);
      return {
        send: () => this.platform.send('POST', checkIn(quest, earner)),
        ids: { ...quest, userId: earner.userId },
      };
    });
  }

  private async see(earners: SeededEarner[]): Promise<void> {
    await Promise.all(earners.map((earner) => this.platform.send('GET', bearer('/v1/users/me')(earner))));
  }
}

const checkIn = ({ questId }: Quest, earner: SeededEarner): Shot =>
  bearer(`/v1/quests/${questId}/daily-checkin/check-in`)(earner);

/** The same transactions on a separate database, because the platform's relay would publish their events. */
export class BaselineCheckIns {
  private constructor(
    private readonly platform: BenchPlatform,
    private readonly baseline: Baseline,
    private readonly database: TestDatabase,
    private readonly client: Client,
    private readonly campaign: SeededCampaign,
  ) {}

  /** Does what a check-in at the platform does. */
  static async as(ours: OurCheckIns, platform: BenchPlatform): Promise<BaselineCheckIns> {
    const script = await ours.recorded();
    const database = await createTestDatabase({ migrate: ['quests-verify'] });
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const baseline = await startBaseline(database.url, 'quests');
    await baseline.learn(script);
    return new BaselineCheckIns(platform, baseline, database, client, await seedCampaign(client));
  }

  of(whom: Whom): Side {
    let known: string[] | undefined;
    return {
      prepare: async (expected) => {
        const { earners: count, quests } = needed(whom, expected);
        const earners = whom === 'known' && known ? known : await this.earners(count);
        known = earners;
        const made = await newQuests(this.client, [this.campaign], quests);
        const shots = everyPair({ quests: made, earners, count: expected }, (quest, userId) =>
          replay({ ...quest, userId }),
        );
        return { url: this.baseline.url, method: 'POST', shots, once: true };
      },
      cpu: () => ({ baseline: this.baseline.cpu(), ...this.platform.sharedCpu() }),
    };
  }

  async stop(): Promise<void> {
    await this.baseline.stop();
    await this.client.end();
    await this.database.drop();
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
}
