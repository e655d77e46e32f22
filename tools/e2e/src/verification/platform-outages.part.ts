import { setTimeout as sleep } from 'node:timers/promises';
import {
  BOT_START,
  connectPlatforms,
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
import { parallel } from '../support/parallel.js';
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
}

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
      const { id: questId } = await studio.quest(taskTypeId, PLATFORM_QUESTS[taskTypeId]?.config);
      tries.push(...earners.map((earner) => ({ earner, taskTypeId, questId })));
    }
    for (const { earner, questId } of tries.filter(({ taskTypeId }) => taskTypeId === BOT_START)) {
      await startBot(earner, questId, { bot, number: numberOf(earner), write: writeToBot });
    }
    return tries;
  }

  /** The status of the submission, or the code of the error. */
  const verify = async ({ earner, taskTypeId, questId }: Try): Promise<string> => {
    try {
      return (await PLATFORM_QUESTS[taskTypeId]?.verify(earner, questId))?.status ?? 'unknown';
    } catch (error) {
      if (error instanceof ProblemError) return error.code;
      throw error;
    }
  };

  const ofQuests = (tries: readonly Try[]) => [[...new Set(tries.map(({ questId }) => questId))]];

  /** Waits until each attempt is credited. The next checks of what waits are made due meanwhile. */
  async function untilCredited(tries: readonly Try[]): Promise<void> {
    const claimed = async () => {
      await e2e.sql('UPDATE quests.pending_check SET due_at = now() WHERE due_at > now()');
      const count = `SELECT count(*) FROM quests.submission WHERE quest_id = ANY ($1) AND status = 'claimed'`;
      return (await e2e.count(count, ofQuests(tries))) === tries.length;
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

  it('A-12: wait for the end of an outage of every platform: no attempt is counted, no point is lost', async () => {
    const tries = await newTries();
    for (const platform of PLATFORMS) platforms.emulators.arm(platform, { kind: 'outage', probability: 1 });

    const answers = await Promise.all(tries.map(verify));

    expect(answers.filter((answer) => answer !== 'pending')).toEqual([]);
    const outcomes = await e2e.sql<{ outcome: string }>(
      'SELECT DISTINCT outcome FROM quests.verification_check WHERE quest_id = ANY ($1)',
      ofQuests(tries),
    );
    expect(outcomes).toEqual([{ outcome: 'inconclusive' }]);
    platforms.emulators.clearFaults();
    await untilCredited(tries);
  }, 180_000);

  it('of a project whose bot is refused hold up no other project', async () => {
    const broken = await newStudio(await e2e.signIn());
    const id = await connectPlatforms(broken, platforms.emulators);
    const joinOf = async (team: Studio) =>
      (await team.quest('social_messenger_join', PLATFORM_QUESTS['social_messenger_join']?.config)).id;
    const refused: Try[] = [];
    const taskTypeId = 'social_messenger_join';
    for (let n = 0; n < 3; n += 1) {
      const questId = await joinOf(broken);
      refused.push(...earners.map((earner) => ({ earner, taskTypeId, questId })));
    }
    const bots = platforms.emulators.items('messenger', 'bots') as readonly { token: string }[];
    const { token = '' } = bots.find((one) => one.token.startsWith(`${id}:`)) ?? {};
    platforms.emulators.remove('messenger', 'bots', { token });
    const questId = await joinOf(studio);

    const answers = await Promise.all(refused.map(verify));
    const others = await Promise.all(earners.map((earner) => verify({ earner, taskTypeId, questId })));

    expect([...new Set(answers)]).toEqual(['QUEST_MISCONFIGURED']);
    expect([...new Set(others)]).toEqual(['claimed']);
  }, 60_000);

  it('are lost in nothing and credited once though integrations and quests-verify are killed amid them', async () => {
    const tries = await newTries();
    const killed = [e2e.service('integrations'), e2e.service('quests-verify', 1)];
    const running = parallel(tries.length, (n) => verify(tries[n] as Try).catch(String));
    await sleep(150);
    await Promise.all(killed.map((service) => service.kill('SIGKILL')));
    await running;
    await Promise.all(killed.map((service) => service.restart()));

    const settled = ['claimed', 'pending', 'ALREADY_COMPLETED', 'QUEST_COOLDOWN'];
    const open = async () => {
      const answers = await parallel(tries.length, (n) => verify(tries[n] as Try).catch(String));
      return answers.every((answer) => settled.includes(answer));
    };
    await waitFor(open, { what: 'an answer to each attempt', timeoutMs: 60_000 });
    await untilCredited(tries);
  }, 180_000);
});
