import { type Answer, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { e2e, ledgerRows, studio } from './stage.fixture.js';

describe('Review', () => {
  const inReview = async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const earner = await e2e.signIn();
    const submission = await unwrap(submit(earner, quest.id, { text: 'Done.' }));
    return { quest, earner, submission };
  };

  it('A-09 lets the first of two opposite decisions win, and refuses the other', async () => {
    const moderator = await e2e.signIn();
    await studio.addMember(moderator, 'project_moderator');
    for (let round = 0; round < 3; round += 1) {
      const { quest, submission } = await inReview();

      const answers = await parallel<Answer>(20, (index) =>
        index % 2 ? studio.approve(submission) : studio.reject(submission),
      );

      expect(tally(answers)).toEqual({ '200': 10, '409 ALREADY_REVIEWED': 10 });
      const [{ status } = { status: '' }] = await e2e.sql<{ status: string }>(
        'SELECT status FROM quests.submission WHERE id = $1',
        [submission.id],
      );
      expect(await ledgerRows(quest.id)).toBe(status === 'claimed' ? 1 : 0);
    }
  });

  it('A-10 credits once when a submission is approved 20 times', async () => {
    const { quest, submission } = await inReview();

    const answers = await parallel(20, () => studio.approve(submission));

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(await ledgerRows(quest.id)).toBe(1);
  });

  it('A-10 credits nothing more for approving what was verified automatically', async () => {
    const quest = await studio.quest('engagement_terms_accept', { version: '1', url: 'https://example.org/terms' });
    const submission = await unwrap(submit(await e2e.signIn(), quest.id, { version: '1' }));

    expect((await studio.approve(submission)).response.status).toBe(200);
    expect(await ledgerRows(quest.id)).toBe(1);
    expectProblem(await studio.reject(submission), 'ALREADY_REVIEWED');
  });

  it('takes the points back once when a decision is undone 20 times, and gives them again by a new entry', async () => {
    const { quest, submission, earner } = await inReview();
    await studio.approve(submission);

    const undone = await parallel(20, () => studio.undo(submission));

    expect(tally(undone)).toEqual({ '200': 1, '409 NOTHING_TO_UNDO': 19 });
    expect(await ledgerRows(quest.id)).toBe(2);
    await e2e.checkPoints();
    await studio.approve(submission);
    expect(await ledgerRows(quest.id)).toBe(3);
    const params = { path: { campaignId: studio.campaign.id } };
    const standing = await unwrap(earner.client.GET('/v1/campaigns/{campaignId}/leaderboard/me', { params }));
    expect(standing).toMatchObject({ points: '10', completions: 1 });
  });

  it('reverses 20 times what is one reversal', async () => {
    const { quest, submission } = await inReview();
    await studio.approve(submission);

    const answers = await parallel(20, () => studio.reverse(submission));

    expect(tally(answers)).toEqual({ '200': 20 });
    expect(await ledgerRows(quest.id)).toBe(2);
  });

  it('hands in one of 20 submissions of one earner', async () => {
    const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
    const earner = await e2e.signIn();

    const answers = await parallel(20, (index) => submit(earner, quest.id, { text: `${index}` }));

    expect(tally(answers)).toEqual({ '201': 1, '409 SUBMISSION_IN_REVIEW': 19 });
  });
});
