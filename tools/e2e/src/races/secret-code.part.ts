import { enterCode } from '../support/earn.js';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { parallel, tally } from '../support/parallel.js';
import { CODE, SECRET_CODE } from '../support/studio.js';
import { e2e, ledgerRows, studio } from './stage.fixture.js';

describe('Secret code', () => {
  it('A-07 looks at 10 of 30 wrong codes at once, and then not at the right one either', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    const answers = await parallel(30, () => enterCode(earner, quest.id, 'wrong'));
    const right = await enterCode(earner, quest.id, CODE);

    expect(tally(answers)).toEqual({ '422 SECRET_CODE_WRONG': 10, '429 SECRET_CODE_LOCKED': 20 });
    expectProblem(right, 'SECRET_CODE_LOCKED');
    expect(Number(right.response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await ledgerRows(quest.id)).toBe(0);

    await e2e.sql(
      `UPDATE quests.code_attempt
      SET wrong_at = ARRAY(SELECT at - interval '15 minutes' FROM unnest(wrong_at) AS at) WHERE quest_id = $1`,
      [quest.id],
    );
    expect((await enterCode(earner, quest.id, CODE)).response.status).toBe(200);
  });

  it('credits one of 20 right codes', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    const answers = await parallel(20, () => enterCode(earner, quest.id, CODE));

    expect(tally(answers)).toEqual({ '200': 1, '409 ALREADY_COMPLETED': 19 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });
});
