import { setTimeout } from 'node:timers/promises';
import { getVerificationStatus, listOwnChecks, submitQuest, verifyChatcomm } from '@questp/messages/quests';
import type { LinkedAccountProvider } from '@questp/messages/shared';
import { newId, sql, type Tx } from '@questp/postgres';
import { errorOf, startQuests, type Quests } from '../../testing/quests.fixture.js';
import { RepeatRefused } from './repeat-refused.js';
import { WakePending } from './wake-pending.js';

describe('a report of a platform after a negative check', () => {
  let quests: Quests;
  let questId: string;
  let userId: string;
  beforeAll(async () => {
    quests = await startQuests();
    await quests.get(RepeatRefused).beforeApplicationShutdown();
  }, 60_000);
  afterAll(() => quests.stop());
  beforeEach(async () => {
    quests.others.down.clear();
    quests.others.hold = undefined;
    questId = await quests.addQuest('social_codehost_star', { repository: 'orbit/orbit-core' });
    userId = await quests.addEarner();
    quests.others.star(userId, false);
    expect((await errorOf(submit())).code).toBe('ACTION_NOT_FOUND');
  });
  afterEach(async () => {
    expect(await quests.violations()).toEqual([]);
  });

  const submit = () => quests.call(submitQuest, { userId, questId, inputs: {} });
  const status = () => quests.call(getVerificationStatus, { userId, questId });
  const report = (provider: LinkedAccountProvider = 'codehost', on?: Tx) =>
    quests.deliver(WakePending, 'integration.fact_observed', { userId, provider }, on);
  const repeat = () => quests.get(RepeatRefused).round();

  it('completes the quest without another attempt, also during the cool-down', async () => {
    quests.others.star(userId);
    await repeat();
    expect((await status()).submission).toBeNull();
    await report();
    await repeat();
    expect((await status()).submission).toMatchObject({ status: 'claimed' });
    const { items } = await quests.call(listOwnChecks, { userId, questId, limit: 100 });
    expect(items.map(({ outcome, trigger }) => [outcome, trigger])).toEqual([
      ['pass', 'recheck'],
      ['fail', 'earner'],
    ]);
  });

  it('has no effect unless the platform confirms it: no attempt is counted or recorded', async () => {
    await report();
    await repeat();
    expect(await status()).toMatchObject({ submission: null, negativeChecks: 1 });
    expect((await quests.call(listOwnChecks, { userId, questId, limit: 100 })).items).toHaveLength(1);
    quests.others.star(userId);
    await repeat();
    expect((await status()).submission).toBeNull();
  });

  it('has no effect on a quest that a team decides since: nothing is credited or recorded', async () => {
    await quests.db.execute(sql`UPDATE quest SET method = 'manual' WHERE id = ${questId}`);
    quests.others.star(userId);
    await report();
    await repeat();
    expect((await status()).submission).toBeNull();
    expect((await quests.call(listOwnChecks, { userId, questId, limit: 100 })).items).toHaveLength(1);
    expect(
      await quests.db.rows(sql`SELECT FROM negative_check WHERE quest_id = ${questId} AND due_at IS NOT NULL`),
    ).toEqual([]);
  });

  it('credits the quest once when 20 reports are processed at once', async () => {
    quests.others.star(userId);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await report();
        await repeat();
      }),
    );
    await repeat();
    expect(await quests.db.rows(sql`SELECT FROM points_ledger WHERE user_id = ${userId}`)).toHaveLength(1);
  });

  it('about an unlinked account completes the quest once the account is linked', async () => {
    quests.others.stars.delete(userId);
    await report();
    await repeat();
    expect((await status()).submission).toBeNull();
    quests.others.star(userId);
    const linked = { userId, provider: 'codehost', grantId: newId(), replaced: null } as const;
    await quests.deliver(WakePending, 'account.linked', linked);
    await repeat();
    expect((await status()).submission).toMatchObject({ status: 'claimed' });
  });

  it('is kept while the platform does not answer', async () => {
    quests.others.down.add('integrations');
    await report();
    await repeat();
    quests.others.down.clear();
    quests.others.star(userId);
    await quests.asOwner().execute(sql`UPDATE negative_check SET due_at = now() WHERE due_at IS NOT NULL`);
    await repeat();
    expect((await status()).submission).toMatchObject({ status: 'claimed' });
  });

  it('is deleted after a maximum of tries when the platform never answers', async () => {
    quests.others.down.add('integrations');
    await report();
    let tries = 0;
    for (; tries < 50 && (await repeat()) > 0; tries += 1) {
      await quests.asOwner().execute(sql`UPDATE negative_check SET due_at = now() WHERE due_at IS NOT NULL`);
    }
    expect(tries).toBe(11);
    await report();
    expect(await repeat()).toBe(1);
    await quests.asOwner().execute(sql`UPDATE negative_check SET due_at = NULL`);
  });

  describe('during the first check of an earner', () => {
    const negatives = () =>
      quests.db.rows<{ isDue: boolean }>(sql`
        SELECT due_at IS NOT NULL AS is_due FROM negative_check WHERE user_id = ${userId}`);
    beforeEach(async () => {
      userId = await quests.addEarner();
      quests.others.star(userId, false);
    });

    it('repeats the check after it has ended', async () => {
      quests.others.hold = async () => {
        quests.others.hold = undefined;
        quests.others.star(userId);
        await report();
      };
      expect((await errorOf(submit())).code).toBe('ACTION_NOT_FOUND');
      await repeat();
      expect((await status()).submission).toMatchObject({ status: 'claimed' });
    });

    it('has no effect if it came before the check, or from another platform', async () => {
      await report();
      // The time of a check has no microseconds, so that a report of the same millisecond counts as later.
      await quests.asOwner().execute(sql`UPDATE platform_report SET reported_at = reported_at - interval '1 second'`);
      quests.others.hold = () => report('messenger');
      await errorOf(submit());
      expect(await negatives()).toEqual([{ isDue: false }]);
    });

    it('is not lost when its transaction and that of the check overlap', async () => {
      let committed: Promise<void> | undefined;
      let began: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (began = resolve));
      quests.others.hold = () => {
        committed = quests.db.transaction(async (tx) => {
          await report('codehost', tx);
          began();
          await setTimeout(300);
        });
        return begun;
      };
      await errorOf(submit());
      await committed;
      expect(await negatives()).toEqual([{ isDue: true }]);
    });
  });

  it('from another platform, or about an earner without an attempt, has no effect', async () => {
    quests.others.star(userId);
    await report('messenger');
    await repeat();
    expect((await status()).submission).toBeNull();
    const chat = await quests.addQuest('social_chatcomm_join', { guildId: '1300000000000000001' });
    expect((await errorOf(quests.call(verifyChatcomm, { userId, questId: chat }))).code).toBe('NOT_LINKED');
    await quests.db.execute(sql`UPDATE negative_check SET checked_at = now() - interval '8 days'`);
    await report();
    await repeat();
    expect((await status()).submission).toBeNull();
  });
});
