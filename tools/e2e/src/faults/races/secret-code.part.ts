import { CODE, enterCode, newStudio, SECRET_CODE } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
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

  it('A-07 judges the right code of every earner who tried nothing wrong, and notifies the team of a flood', async () => {
    const own = await newStudio(await e2e.signIn());
    const quest = await own.quest('engagement_secret_code', SECRET_CODE);
    const [strangers, earners] = [await e2e.people(24), await e2e.people(10)];

    // All at once, as one after the other each would wait for its turn.
    const tried = await Promise.all(
      strangers.flatMap((stranger) => Array.from({ length: 10 }, () => enterCode(stranger, quest.id, 'wrong'))),
    );
    const right = await Promise.all(earners.map((earner) => enterCode(earner, quest.id, CODE)));

    expect(Object.keys(tally(tried)).toSorted()).toEqual(['422 SECRET_CODE_WRONG', '429 SECRET_CODE_LOCKED']);
    expect(tally(right)).toEqual({ '200': 10 });
    await waitFor(
      async () => {
        const { items } = await unwrap(own.client.GET('/v1/notifications'));
        return items.some(({ type, data }) => type === 'quest.codes_guessed' && data.questId === quest.id);
      },
      { what: 'the notification of the flood' },
    );
  });

  it('credits one of 20 right codes', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    const answers = await parallel(20, () => enterCode(earner, quest.id, CODE));

    expect(tally(answers)).toEqual({ '200': 1, '409 ALREADY_COMPLETED': 19 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });
});
