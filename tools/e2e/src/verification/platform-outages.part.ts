import {
  BOT_START,
  connectPlatforms,
  inParallel,
  newStudio,
  type Person,
  PLATFORM_QUESTS,
  platformOf,
  startBot,
  type Studio,
} from '@questp/players';
import { ProblemError } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { actEverywhere, numberOf, registerMessenger, writeToBot } from '../support/platform-actions.js';
import { platforms } from '../support/platforms.js';

/** The people earner-101 and following of the emulated platforms; earner-1 has the number 6. */
const FIRST = 101;
const EARNERS = 4;
const TYPES = Object.keys(PLATFORM_QUESTS);
const PLATFORMS = [...new Set(TYPES.map(platformOf))] as Parameters<typeof platforms.emulators.arm>[0][];

/** An attempt of one earner at one quest. */
interface Try {
  earner: Person;
  taskTypeId: string;
  questId: string;
  method: string;
}

/** Codes of answers after which the same attempt is made again. */
const RETRIABLE: readonly string[] = ['UPSTREAM_TIMEOUT', 'SERVICE_UNAVAILABLE'];
const CREDITED = `SELECT count(*) FROM quests.submission WHERE quest_id = ANY ($1) AND status = 'claimed'`;
/** Attempts at a time. */
const LANES = 8;

describe('Checks at platforms', () => {
  let studio: Studio;
  let bot: number;
  let earners: Person[];

  beforeAll(async () => {
    studio = await newStudio(await e2e.signIn());
    await registerMessenger();
    bot = await connectPlatforms(studio, platforms.emulators);
    earners = await e2e.people(EARNERS);
    for (const [index, earner] of earners.entries()) {
      await actEverywhere(earner, `earner-${FIRST + index}`, FIRST + index + 5);
    }
  }, 120_000);
  afterEach(() => platforms.emulators.clearFaults());
  afterEach(() => e2e.checkPoints());

  /** Each earner at a new quest of each task type. */
  async function newTries(): Promise<Try[]> {
    const tries: Try[] = [];
    for (const taskTypeId of TYPES) {
      const { id: questId, method } = await studio.quest(taskTypeId, PLATFORM_QUESTS[taskTypeId]?.config);
      tries.push(...earners.map((earner) => ({ earner, taskTypeId, questId, method })));
    }
    for (const { earner, questId } of tries.filter(({ taskTypeId }) => taskTypeId === BOT_START)) {
      await startBot(earner, questId, { bot, number: numberOf(earner), write: writeToBot });
    }
    return tries;
  }

  /** The status of the submission, or the code of the error. */
  const verify = async ({ earner, taskTypeId, questId }: Try): Promise<string> => {
    for (;;) {
      try {
        return (await PLATFORM_QUESTS[taskTypeId]?.verify(earner, questId))?.status ?? 'unknown';
      } catch (error) {
        const code = error instanceof ProblemError ? error.code : String(error);
        if (!RETRIABLE.includes(code)) return code;
      }
    }
  };
  const verifyAll = (tries: readonly Try[]) => inParallel([...tries], LANES, verify);

  const isHybrid = ({ method }: Try) => method === 'hybrid';
  const ofQuests = (tries: readonly Try[]) => [[...new Set(tries.map(({ questId }) => questId))]];

  /** Waits until each attempt is credited. The next checks of what waits are made due meanwhile. */
  async function untilCredited(tries: readonly Try[]): Promise<void> {
    const claimed = async () => {
      await e2e.sql('UPDATE quests.pending_check SET due_at = now() WHERE due_at > now()');
      return (await e2e.count(CREDITED, ofQuests(tries))) === tries.length;
    };
    await waitFor(claimed, { what: 'all credits', timeoutMs: 90_000 });
    expect(
      await e2e.sql(
        `SELECT user_id, quest_id, count(*)::integer AS credits FROM quests.points_ledger WHERE quest_id = ANY ($1)
         GROUP BY user_id, quest_id HAVING count(*) <> 1`,
        ofQuests(tries),
      ),
    ).toEqual([]);
  }

  it('A-12: stay pending during an outage of every platform, use no attempt, and are credited afterwards', async () => {
    // A bot start is checked without the platform.
    const tries = (await newTries()).filter(({ taskTypeId }) => taskTypeId !== BOT_START);
    for (const platform of PLATFORMS) platforms.emulators.arm(platform, { kind: 'outage', probability: 1 });

    await verifyAll(tries);

    const counted = await e2e.sql(
      `SELECT s.status, q.method, c.outcome, count(DISTINCT s.id)::integer AS count FROM quests.submission s
       JOIN quests.quest q ON q.id = s.quest_id JOIN quests.verification_check c ON c.submission_id = s.id
       WHERE s.quest_id = ANY ($1) GROUP BY 1, 2, 3 ORDER BY 2`,
      ofQuests(tries),
    );
    const [hybrid, own] = [tries.filter(isHybrid), tries.filter((one) => !isHybrid(one))];
    expect(counted).toEqual([
      { status: 'pending', method: 'hybrid', outcome: 'inconclusive', count: hybrid.length },
      { status: 'pending', method: 'platform_api', outcome: 'inconclusive', count: own.length },
    ]);
    const negatives = 'SELECT count(*) FROM quests.negative_check WHERE quest_id = ANY ($1)';
    expect(await e2e.count(negatives, ofQuests(tries))).toBe(0);
    platforms.emulators.clearFaults();
    await untilCredited(tries);
  }, 180_000);

  it('are credited once when integrations and quests-verify are killed during the checks', async () => {
    const tries = await newTries();
    const killed = [e2e.service('integrations'), e2e.service('quests-verify', 1)];
    const running = verifyAll(tries);
    // Some are credited by then, some run, some have not begun.
    await waitFor(async () => (await e2e.count(CREDITED, ofQuests(tries))) > 0, { what: 'a first credit' });
    await Promise.all(killed.map((service) => service.kill('SIGKILL')));
    await Promise.all(killed.map((service) => service.restart()));
    await running;
    // Requests without an answer are repeated.
    await verifyAll(tries);

    const inReview = await e2e.sql<{ id: string }>(
      `SELECT id FROM quests.submission WHERE quest_id = ANY ($1) AND status = 'in_review'`,
      ofQuests(tries),
    );
    for (const submission of inReview) await studio.approve(submission);
    await untilCredited(tries);
  }, 180_000);
});
