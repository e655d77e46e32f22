import { moveCampaign, reviewSubmission, submitQuest } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { newUserId, startQuests } from '../../testing/quests.fixture.js';

describe('what payouts are planned from', () => {
  const quests = started(startQuests);

  async function handIn() {
    const questId = await quests.addQuest('custom_manual', { instructions: 'Show it.' }, { method: 'manual' });
    const userId = await quests.addEarner();
    const submit = () => quests.call(submitQuest, { userId, questId, inputs: { text: 'Done.' } });
    const { id: submissionId } = await submit();
    const request = { projectId: quests.projectId, by: 'team', reviewerId: newUserId(), submissionId } as const;
    return {
      userId,
      submissionId,
      submit,
      approve: () => quests.call(reviewSubmission, { ...request, decision: 'approve' }),
      reject: () => quests.call(reviewSubmission, { ...request, decision: 'reject', reason: 'Too dark.' }),
    };
  }

  const creditsOf = (userId: string) =>
    quests.db.rows<{ submittedAt: Date; creditedAt: Date }>(sql`
      SELECT submitted_at, credited_at FROM published_ledger_v4 WHERE user_id = ${userId} ORDER BY id`);

  const progress = () =>
    quests.db.row(sql`
      SELECT submitted::int, undecided::int FROM published_review_progress_v1
      WHERE campaign_id = ${quests.campaignId}`);

  it('says of each credit when its submission was handed in, again after a rejection', async () => {
    const { userId, submissionId, submit, approve, reject } = await handIn();
    const age = (hours: number) =>
      quests.db.execute(sql`
        UPDATE submission SET created_at = created_at - make_interval(hours => ${hours}),
          resubmitted_at = resubmitted_at - make_interval(hours => ${hours}) WHERE id = ${submissionId}`);
    await age(2);
    await reject();
    const before = Date.now();
    await submit();
    await age(1);
    await approve();
    const [credit] = await creditsOf(userId);
    const hoursBefore = (at: Date) => Math.round((before - at.getTime()) / 3_600_000);
    expect([credit?.submittedAt, credit?.creditedAt].map((at) => at && hoursBefore(at) + 0)).toEqual([1, 0]);
  });

  it('counts the submissions of an ended campaign, and those that are undecided', async () => {
    const [approved, rejected, open] = [await handIn(), await handIn(), await handIn()];
    await approved.approve();
    const before = await progress();
    await quests.call(moveCampaign, { projectId: quests.projectId, campaignId: quests.campaignId, step: 'end' });
    expect(await progress()).toEqual(before);
    const { submitted, undecided } = before as { submitted: number; undecided: number };
    await rejected.reject();
    expect(await progress()).toEqual({ submitted, undecided: undecided - 1 });
    await open.approve();
    expect(await progress()).toEqual({ submitted, undecided: undecided - 2 });
  });
});
