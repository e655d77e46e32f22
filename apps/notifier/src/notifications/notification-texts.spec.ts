import { memberAddedText, memberInvitedText, memberRemovedText, reviewText } from './notification-texts.js';

const reviewed = {
  submissionId: 's',
  projectId: 'p',
  campaignId: 'c',
  questId: 'q',
  questTitle: 'Write a thread',
  userId: 'u',
  status: 'claimed',
  pointsAwarded: 10,
  reason: null,
} as const;

describe('notification texts', () => {
  it.each([
    ['approved', {}, '“Write a thread” was approved. You earned 10 points.'],
    ['approved', { pointsAwarded: 1 }, '“Write a thread” was approved. You earned 1 point.'],
    ['rejected', { reason: 'no link' }, '“Write a thread” was rejected: no link'],
    ['rejected', {}, '“Write a thread” was rejected.'],
    ['undone', {}, 'The decision on “Write a thread” was taken back. Your submission waits for review again.'],
    ['reversed', { reason: 'copied' }, 'The points for “Write a thread” were taken back: copied'],
  ] as const)('tell an earner that a submission was %s', (decision, changed, body) => {
    expect(reviewText({ ...reviewed, ...changed, decision })).toMatchObject({
      type: `submission.${decision}`,
      body,
      data: { submissionId: 's', projectId: 'p', campaignId: 'c', questId: 'q' },
    });
  });

  it('tell a user who is invited to, joined or left a team', () => {
    const member = { projectId: 'p', projectName: 'Moon', userId: 'u' };
    const invitation = { invitationId: 'i', expiresAt: '2026-01-08T00:00:00.000Z' };
    expect(memberInvitedText({ ...member, ...invitation, role: 'project_admin' })).toMatchObject({
      type: 'project.member_invited',
      body: 'You can become a project admin of “Moon”. Members of a project earn no points in it.',
      data: { projectId: 'p', invitationId: 'i' },
    });
    expect(memberAddedText({ ...member, role: 'project_moderator' })).toMatchObject({
      type: 'project.member_added',
      body: 'You are a project moderator of “Moon” now.',
      data: { projectId: 'p' },
    });
    expect(memberRemovedText(member)).toMatchObject({
      type: 'project.member_removed',
      body: 'You are no longer a member of “Moon”.',
    });
  });
});
