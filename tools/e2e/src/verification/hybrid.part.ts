import { submit } from '@questp/players';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel, tally } from '../support/parallel.js';
import { checksOf, credits, studio } from './stage.fixture.js';

describe('A hybrid quest', () => {
  it('hands the third negative check to a reviewer, however many come at once', async () => {
    const quest = await studio.quest('engagement_terms_accept', { version: '2', url: 'https://example.org/terms' });
    // No task type is hybrid by default, but the quest's method applies to any type.
    await e2e.sql(`UPDATE quests.quest SET method = 'hybrid' WHERE id = $1`, [quest.id]);
    const earner = await e2e.signIn();

    const answers = await parallel(20, () => submit(earner, quest.id, { version: '1' }));

    expect(tally(answers)).toEqual({ '409 TERMS_VERSION_MISMATCH': 2, '201': 1, '409 SUBMISSION_IN_REVIEW': 17 });
    const handedIn = answers.find(({ response }) => response.ok)?.data;
    expect(handedIn).toMatchObject({ status: 'in_review', pointsAwarded: 0 });
    const checks = await checksOf(earner, quest.id);
    expect(checks.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      'review TERMS_VERSION_MISMATCH',
      'fail TERMS_VERSION_MISMATCH',
      'fail TERMS_VERSION_MISMATCH',
    ]);

    const submission = { id: handedIn?.id as string };
    expect((await studio.approve(submission)).data).toMatchObject({ status: 'claimed', pointsAwarded: 10 });
    expect(await credits(submission.id)).toBe(1);
    expectProblem(await submit(earner, quest.id, { version: '2' }), 'ALREADY_COMPLETED');
  });
});
