import { checkIn, submit, suspend } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { amidCredit } from './amid-credit.fixture.js';
import { e2e, studio } from './stage.fixture.js';

describe('Suspension', () => {
  it('A-19 credits nothing after a suspension was answered', async () => {
    const admin = await e2e.superAdmin();
    const quests = await parallel(6, () => studio.quest('engagement_daily_checkin'));
    const earners = await e2e.people(4);

    for (const earner of earners) {
      const suspended = suspend(admin, earner);
      const checkIns = Promise.all(quests.map(({ id }) => checkIn(earner, id)));
      expect((await suspended).response.status).toBe(200);
      const credits = 'SELECT count(*) FROM quests.points_ledger WHERE user_id = $1';
      const atTheAnswer = await e2e.count(credits, [earner.user.id]);
      const counts = tally(await checkIns);

      expect((counts['200'] ?? 0) + (counts['403 ACCOUNT_SUSPENDED'] ?? 0)).toBe(6);
      expect(await e2e.count(credits, [earner.user.id])).toBe(atTheAnswer);
      expectProblem(await checkIn(earner, quests[0]?.id as string), 'ACCOUNT_SUSPENDED');
    }
  });
});

describe('A suspension amid a credit', () => {
  it('A-19 is answered after a check-in that has begun', async () => {
    const [quest, earner] = [await studio.quest('engagement_daily_checkin'), await e2e.signIn()];
    // The first credit of an earner writes the earner's row, so the suspension would wait for it anyway.
    expect((await checkIn(earner, (await studio.quest('engagement_daily_checkin')).id)).response.status).toBe(200);

    const admin = await e2e.superAdmin();

    const result = await amidCredit(
      quest.id,
      () => checkIn(earner, quest.id),
      () => suspend(admin, earner),
    );

    expect(result.status).toBe(200);
    expect(result.credits).toBe(result.creditsAtTheAnswer);
  });

  it('A-19 is answered after an approval that has begun', async () => {
    const [quest, earner] = [await studio.quest('custom_manual', { instructions: 'Tell us.' }), await e2e.signIn()];
    const submission = await unwrap(submit(earner, quest.id, { text: 'Done.' }));

    const admin = await e2e.superAdmin();

    const result = await amidCredit(
      quest.id,
      () => studio.approve(submission),
      () => suspend(admin, earner),
    );

    expect(result.status).toBe(200);
    expect(result.credits).toBe(result.creditsAtTheAnswer);
  });
});
