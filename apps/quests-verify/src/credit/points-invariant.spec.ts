import { verifySecretCode } from '@questp/messages';
import { raw, sql } from '@questp/postgres';
import { checkPointsInvariant } from './points-invariant.js';
import { startQuests, type Quests } from './quests.fixture.js';

let quests: Quests;
beforeAll(async () => {
  quests = await startQuests();
  await quests.asOwner().execute(sql`ALTER TABLE points_ledger DISABLE TRIGGER points_ledger_append_only`);
}, 60_000);
afterAll(() => quests.stop());

const damages: [string, string, string][] = [
  ['a ledger entry too few', `DELETE FROM points_ledger`, 'has exactly one credit'],
  ['other points in the ledger', `UPDATE points_ledger SET points = points + 1`, 'sums to the points it carries'],
  ['other points in a standing', `UPDATE standing SET points = points + 1`, 'a standing is the sum'],
  ['a standing too few', `DELETE FROM standing`, 'a standing is the sum'],
  ['another time in a standing', `UPDATE standing SET last_credit_at = now()`, 'time of the last credit'],
  [
    'an entry of another earner',
    `UPDATE points_ledger SET user_id = 'svcuser_x'`,
    'the points of an earner are those of claimed submissions',
  ],
  ['points without a check', `DELETE FROM verification_check`, 'a passing check or a reviewer'],
  ['more completions than counted', `UPDATE quest SET completions = 0`, 'completions than its limit'],
];

describe('points invariant', () => {
  it.each(damages)('notices %s', async (_what, damage, rule) => {
    const questId = await quests.addQuest('engagement_secret_code', { code: 'Moonrise' }, { maxCompletions: 3 });
    await quests.call(verifySecretCode, { questId, userId: await quests.addEarner(), code: 'moonrise' });
    expect(await quests.violations()).toEqual([]);
    await quests
      .asOwner()
      .transaction(async (tx) => {
        await tx.execute(sql`${raw(damage)}`);
        expect((await checkPointsInvariant(tx)).map((violation) => violation.rule)).toContainEqual(
          expect.stringContaining(rule),
        );
        throw new Error('roll back');
      })
      .catch((error: unknown) => expect(error).toEqual(new Error('roll back')));
  });
});
