import { listMethodHashes } from '@questp/messages/identity';
import { checkIn, discoverQuest, reserveAccountDeletion, verifySecretCode } from '@questp/messages/quests';
import { insertInto, newId, sql } from '@questp/postgres';
import { AccountDeletionEvents } from '../../accounts/deletions/account-deletion-events.js';
import { EarnerEvents } from '../../people/earners/earner-events.js';
import { startStory, type Story } from '../../testing/story.fixture.js';
import { aSnapshot } from '../../testing/studio.fixture.js';
import { errorOf, newUserId } from '../../testing/quests.fixture.js';

describe('what a deleted account completed', () => {
  let story: Story;
  let quests: Story['quests'];
  /** What identity answers, by user. */
  const atIdentity = new Map<string, string[]>();
  let asked: string[];
  beforeAll(async () => {
    story = await startStory();
    ({ quests } = story);
    quests.bus.answer(listMethodHashes, ({ userId }) => {
      asked.push(userId);
      return { methodHashes: atIdentity.get(userId) ?? [] };
    });
  }, 60_000);
  beforeEach(() => {
    asked = [];
  });
  afterAll(() => quests.stop());

  const hash = () => newId();
  const known = (userId: string, version: number, methodHashes: string[]) =>
    quests.deliver(EarnerEvents, 'user.updated', { ...aSnapshot(userId, version), username: null, methodHashes });
  const account = async (...methodHashes: string[]) => {
    const userId = newUserId();
    await known(userId, 1, methodHashes);
    return userId;
  };
  const remove = (userId: string, ...methodHashes: string[]) =>
    quests.call(reserveAccountDeletion, { userId, methodHashes });
  const attempt = (userId: string, questId: string) =>
    quests.call(verifySecretCode, { userId, questId, code: 'sesame' });
  const seen = async (userId: string, questId: string) =>
    (await quests.call(discoverQuest, { userId, questId })).availability;
  const entriesOf = (userId: string) => quests.db.rows(sql`SELECT FROM points_ledger WHERE user_id = ${userId}`);
  const refused = async (userId: string, questId: string) => {
    expect((await errorOf(attempt(userId, questId))).code).toBe('ALREADY_COMPLETED');
    expect(await seen(userId, questId)).toMatchObject({ state: 'completed', reason: 'ALREADY_COMPLETED' });
    expect(await entriesOf(userId)).toEqual([]);
  };

  it('stays completed for a later account with the same wallet, or with the same address linked later', async () => {
    const [wallet, email, other] = [hash(), hash(), hash()];
    const [questId, untouched] = [await story.addCode(), await story.addCode()];
    const first = await account(wallet, email);
    await attempt(first, questId);
    await remove(first, wallet, email);

    const [second, third] = [await account(wallet), await account(other)];
    await refused(second, questId);
    await attempt(second, untouched);
    expect(await seen(third, questId)).toMatchObject({ state: 'available' });
    await known(third, 2, [other, email]);
    await refused(third, questId);
    expect(await seen(third, untouched)).toMatchObject({ state: 'available' });
    expect(asked).toEqual([]);
  });

  it('leaves accounts with other methods alone, and quests that it did not complete', async () => {
    const [wallet, other] = [hash(), hash()];
    const [questId, failed] = [await story.addCode(), await story.addCode()];
    const first = await account(wallet);
    await attempt(first, questId);
    await errorOf(quests.call(verifySecretCode, { userId: first, questId: failed, code: 'wrong' }));
    await remove(first, wallet);
    const [stranger, second] = [await account(other), await account(wallet)];
    expect(await attempt(stranger, questId)).toMatchObject({ status: 'claimed' });
    expect(await attempt(second, failed)).toMatchObject({ status: 'claimed' });
  });

  it('is known before the first event of the new account arrives', async () => {
    const wallet = hash();
    const questId = await story.addCode();
    const first = await account(wallet);
    await attempt(first, questId);
    await remove(first, wallet);
    const second = newUserId();
    atIdentity.set(second, [wallet]);
    await refused(second, questId);
    expect(asked).toEqual([second]);
    expect(await attempt(newUserId(), questId)).toMatchObject({ status: 'claimed' });
    expect(await attempt(newUserId(), await story.addCode())).toMatchObject({ status: 'claimed' });
    expect(asked).toHaveLength(2);
  });

  it('covers its period alone, and also when the points were taken back', async () => {
    const wallet = hash();
    const daily = await quests.addQuest('engagement_daily_checkin', {}, { period: { kind: 'daily' } });
    const questId = await story.addCode();
    const first = await account(wallet);
    await quests.call(checkIn, { userId: first, questId: daily });
    await story.reverse((await attempt(first, questId)).submissionId);
    await remove(first, wallet);
    const second = await account(wallet);
    await refused(second, questId);
    const { code, details } = await errorOf(quests.call(checkIn, { userId: second, questId: daily }));
    expect(code).toBe('QUEST_COOLDOWN');
    expect(await seen(second, daily)).toMatchObject({ state: 'cooldown', availableAt: details.extra?.['availableAt'] });
    await quests.db.execute(sql`UPDATE former_completion SET period_key = '2020-01-01' WHERE quest_id = ${daily}`);
    expect(await quests.call(checkIn, { userId: second, questId: daily })).toMatchObject({ status: 'claimed' });
  });

  it('meets a prerequisite, unless its points were taken back', async () => {
    const wallet = hash();
    const [kept, reversed] = [await story.addCode(), await story.addCode()];
    const first = await account(wallet);
    await attempt(first, kept);
    await story.reverse((await attempt(first, reversed)).submissionId);
    await remove(first, wallet);
    const second = await account(wallet);
    const [open, locked] = [
      await story.addCode(10, { prerequisites: [kept] }),
      await story.addCode(10, { prerequisites: [kept, reversed] }),
    ];
    expect(await seen(second, open)).toMatchObject({ state: 'available' });
    expect(await attempt(second, open)).toMatchObject({ status: 'claimed' });
    expect((await errorOf(attempt(second, locked))).code).toBe('PREREQUISITES_NOT_MET');
    expect(await seen(second, locked)).toMatchObject({ missingPrerequisites: [{ id: reversed }] });
  });

  it('goes with the quest, and the account keeps no hashes', async () => {
    const [wallet, questId] = [hash(), await story.addCode()];
    const first = await account(wallet);
    await remove(first, wallet);
    await quests.db.execute(
      insertInto('former_completion', { questId, methodHash: wallet, periodKey: 'once', status: 'claimed' }),
    );
    await quests.db.execute(sql`DELETE FROM quest WHERE id = ${questId}`);
    expect(await quests.db.rows(sql`SELECT FROM former_completion WHERE quest_id = ${questId}`)).toEqual([]);
    await quests.deliver(AccountDeletionEvents, 'account.deleted', { userId: first });
    const row = await quests.db.row(sql`SELECT method_hashes FROM earner WHERE user_id = ${first}`);
    expect(row).toEqual({ methodHashes: [] });
  });
});
