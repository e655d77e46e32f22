import { enterCode, SECRET_CODE, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { checksOf, studio, teamChecks } from './stage.fixture.js';

const TERMS = { version: '1', url: 'https://example.org/terms' };

describe('Checks', () => {
  it('tell the earner and the team why an attempt came out as it did, and nobody else', async () => {
    const quest = await studio.quest('engagement_terms_accept', TERMS);
    const [earner, other] = [await e2e.signIn(), await e2e.signIn()];

    const { id } = await unwrap(submit(earner, quest.id, { version: '1' }));

    const [check, ...others] = await checksOf(earner, quest.id);
    expect(others).toEqual([]);
    expect(check).toMatchObject({
      questId: quest.id,
      submissionId: id,
      taskTypeId: 'engagement_terms_accept',
      trigger: 'earner',
      outcome: 'pass',
      code: null,
      inputs: { version: '1' },
      factsHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(check?.ruleVersion).toBeGreaterThan(0);
    expect(await teamChecks(quest.id)).toEqual([{ ...check, userId: earner.user.id }]);
    expect(await checksOf(other, quest.id)).toEqual([]);
    const foreign = other.client.GET('/v1/projects/{projectId}/checks', { params: studio.inProject });
    expectProblem(await foreign, 'NOT_FOUND');
  });

  it('are left by a refused attempt, which leaves no submission, and hold no secret', async () => {
    const quest = await studio.quest('engagement_secret_code', SECRET_CODE);
    const earner = await e2e.signIn();

    expectProblem(await enterCode(earner, quest.id, 'canary-code'), 'SECRET_CODE_WRONG');

    const [check, ...others] = await checksOf(earner, quest.id);
    expect(others).toEqual([]);
    expect(check).toMatchObject({ submissionId: null, outcome: 'fail', code: 'SECRET_CODE_WRONG' });
    expect(await teamChecks(quest.id)).toEqual([{ ...check, userId: earner.user.id }]);
    expect(JSON.stringify(check)).not.toContain('canary-code');
    const own = earner.client.GET('/v1/users/me/submissions', { params: { query: { questId: quest.id } } });
    expect((await unwrap(own)).items).toEqual([]);
    const [stored] = await e2e.sql<{ text: string }>(
      `SELECT jsonb_agg(c)::text AS text FROM quests.verification_check c WHERE quest_id = $1`,
      [quest.id],
    );
    expect(stored?.text).not.toContain('canary-code');
  });
});
