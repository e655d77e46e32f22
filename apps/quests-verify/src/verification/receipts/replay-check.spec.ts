import { listOwnChecks, listTeamChecks, submitQuest, type Check } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { attempt, aWallet } from '../../testing/attempts.fixture.js';
import { errorOf, startQuests } from '../../testing/quests.fixture.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { replayCheck } from './replay-check.js';
import { replayCommand } from './replay-command.js';

const AVAILABLE = TASK_TYPES.all.flatMap((type) => (type.available ? [type] : []));
/** Their rules read what receipts never show. */
const WITH_SECRETS = ['learn_quiz', 'learn_course_complete', 'engagement_secret_code', 'social_microblog_space_attend'];

describe('the receipt of a decision', () => {
  const quests = started(startQuests);
  beforeEach(() => quests.others.down.clear());
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const checksOf = async (userId: string, questId: string): Promise<Check[]> =>
    (await quests.call(listOwnChecks, { userId, questId, limit: 100 })).items;
  const replay = (check: Check) => replayCheck(JSON.parse(JSON.stringify(check)) as Check, TASK_TYPES);

  it.each(AVAILABLE.map((type) => [type.id, type] as const))('%s can be replayed', async (id, type) => {
    const config = { ...type.exampleConfig, ...('minSeconds' in type.exampleConfig ? { minSeconds: 0 } : {}) };
    const period = type.periods.includes('once') ? ({ kind: 'once' } as const) : ({ kind: 'daily' } as const);
    const questId = await quests.addQuest(id, config, { method: type.methods[0], period });
    const userId = await quests.addEarner();
    const wallet = aWallet('cosmoshub-4');
    const { chainId, address } = wallet;
    quests.others.wallets.set(userId, [{ chainId, address }]);
    await attempt(quests, type, { userId, questId }, wallet);
    const [check] = await checksOf(userId, questId);
    expect(check).toMatchObject({ taskTypeId: id, ruleVersion: type.ruleVersion ?? 1 });
    expect(replay(check!).result).toBe(WITH_SECRETS.includes(id) ? 'not_replayable' : 'same');
  });

  describe('of a star', () => {
    const repository = 'orbit/orbit-core';
    const star = async (method: 'platform_api' | 'hybrid' | 'manual' = 'platform_api') => {
      const questId = await quests.addQuest('social_codehost_star', { repository }, { method });
      const userId = await quests.addEarner();
      quests.others.star(userId);
      return {
        ...{ userId, questId },
        submit: () => quests.call(submitQuest, { userId, questId, inputs: {} }),
        latest: async () => (await checksOf(userId, questId))[0]!,
        coolDown: () => quests.db.execute(sql`UPDATE negative_check SET checked_at = now() - interval '1 hour'`),
      };
    };

    it('contains the inputs and facts of the rule and its decision', async () => {
      const { userId, submit, latest } = await star();
      quests.others.star(userId, true, '583231');
      await submit();
      expect(await latest()).toMatchObject({
        ...{ taskTypeId: 'social_codehost_star', ruleVersion: 1, trigger: 'earner' },
        ...{ ruleOutcome: 'pass', outcome: 'pass', code: null },
        settings: { method: 'platform_api', config: { repository }, campaignStartsAt: null, campaignEndsAt: null },
        facts: { codehostStar: { accountId: '583231', isStarred: true } },
      });
    });

    it('contains the outcome of the rule if the method sends the attempt to review', async () => {
      const { userId, submit, latest, coolDown } = await star('hybrid');
      quests.others.star(userId, false);
      for (let negatives = 1; negatives < 3; negatives += 1) {
        expect((await errorOf(submit())).code).toBe('ACTION_NOT_FOUND');
        await coolDown();
      }
      expect(await submit()).toMatchObject({ status: 'in_review' });
      const check = await latest();
      expect(check).toMatchObject({ ruleOutcome: 'fail', outcome: 'review', code: 'ACTION_NOT_FOUND' });
      expect(replay(check)).toEqual({
        result: 'same',
        explanation: 'The rule decides fail ACTION_NOT_FOUND, as in the receipt.',
      });
    });

    it('contains the outcome of the rule if the proof has completed the quest already', async () => {
      const first = await star();
      quests.others.star(first.userId, true, '99');
      await first.submit();
      const other = await quests.addEarner();
      quests.others.star(other, true, '99');
      const { questId } = first;
      await errorOf(quests.call(submitQuest, { userId: other, questId, inputs: {} }));
      const [check] = await checksOf(other, questId);
      expect(check).toMatchObject({ ruleOutcome: 'pass', outcome: 'fail', code: 'SUBJECT_ALREADY_USED' });
      expect(replay(check!).result).toBe('same');
    });

    it.each([
      ['relink', 'relink', 'ACCOUNT_RELINK_NEEDED'],
      ['unsupported', 'misconfigured', 'QUEST_MISCONFIGURED'],
      ['unavailable', 'inconclusive', 'CHECK_UNAVAILABLE'],
    ] as const)('is left without facts: %s', async (status, outcome, code) => {
      const { userId, submit, latest } = await star();
      quests.others.stars.set(userId, { status, value: null, detail: null, retryAt: null });
      await submit().catch(() => undefined);
      const check = await latest();
      expect(check).toMatchObject({ ruleOutcome: null, outcome, code });
      expect(replay(check).result).toBe('nothing_to_apply');
    });

    it('fails the replay if its facts, outcome, configuration or version were changed', async () => {
      const { submit, latest } = await star();
      await submit();
      const check = await latest();
      const changed: [Partial<Check>, string][] = [
        [{ facts: { codehostStar: { accountId: '1', isStarred: true } } }, 'different'],
        [{ ruleOutcome: 'fail', code: 'ACTION_NOT_FOUND' }, 'different'],
        [{ settings: { ...check.settings!, method: 'manual' } }, 'different'],
        [{ ruleVersion: 2 }, 'not_replayable'],
        [{ taskTypeId: 'social_moon_star' }, 'not_replayable'],
        [{ facts: { codehostStar: { leftOut: 'too long to be shown', sha256: '' } } }, 'not_replayable'],
      ];
      for (const [change, result] of changed) expect(replay({ ...check, ...change }).result).toBe(result);
    });

    it('can be read by its earner and the team, and by no other user', async () => {
      const { userId, questId, submit } = await star();
      await submit();
      expect(await checksOf(await quests.addEarner(), questId)).toEqual([]);
      const { projectId } = quests;
      const { items } = await quests.call(listTeamChecks, { projectId, userId, limit: 100 });
      expect(items).toMatchObject([{ userId, questId, ruleOutcome: 'pass' }]);
      const elsewhere = '01900000-0000-7000-8000-000000000001';
      expect((await quests.call(listTeamChecks, { projectId: elsewhere, userId, limit: 100 })).items).toEqual([]);
    });
  });
});

describe('the command replay-check', () => {
  const { run } = replayCommand(TASK_TYPES);
  const example = `${import.meta.dirname}/check.example.json`;

  it('reports the checks of a file', async () => {
    expect(await run('', [example])).toBe(
      '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11  same  The rule decides pass, as in the receipt.\n',
    );
  });

  it('prints its help', async () => {
    expect(await run('', ['--help'])).toContain('standard input');
  });
});
