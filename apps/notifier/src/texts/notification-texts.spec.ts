import { PAYOUT_ANNOUNCEMENTS } from '@questp/messages/escrow';
import { messageErrors } from '@questp/messages/language';
import { NOTIFICATION_TEMPLATES, NOTIFICATION_TYPES, NotificationParams } from '@questp/messages/notifier';
import { ANNOUNCED_TYPES, CONNECTION_ENDS } from '@questp/messages/quests';
import { MAX_WAITING_COUNTED } from '@questp/messages/shared';
import {
  accountMergeText,
  campaignText,
  codesGuessedText,
  connectionLostText,
  webhookFailingText,
  confirmedText,
  inReviewText,
  proofNeededText,
  memberAddedText,
  memberInvitedText,
  memberRemovedText,
  memberUpdatedText,
  questMisconfiguredText,
  questActsUndoneText,
  questTargetRenamedText,
  referralCountedText,
  relinkNeededText,
  reviewText,
  reviewWaitingText,
} from './notification-texts.js';

import {
  A_POOL,
  A_REISSUED_TICKET,
  A_VOID_TICKET,
  A_SCHEDULE,
  anEscrowEvent,
  announcedPayouts,
  anObjectionEvent,
  aPlanEvent,
} from '../testing/pool-events.fixture.js';
import {
  disputedText,
  endText,
  ESCROW_ENDS,
  finalizedText,
  fundsText,
  payoutText,
  objectionText,
  planReadyText,
  planWithdrawnText,
  rejectedText,
  scheduleText,
  ticketReissuedText,
  ticketVoidedText,
  unfundedText,
} from './pool-texts.js';

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
    ['approved', {}, '“Write a thread” was approved. You earned 10 points.', 'submission_approved', { points: 10 }],
    [
      'approved',
      { pointsAwarded: 1 },
      '“Write a thread” was approved. You earned 1 point.',
      'submission_approved',
      { points: 1 },
    ],
    [
      'rejected',
      { reason: 'no link' },
      '“Write a thread” was rejected: no link',
      'submission_rejected_reason',
      { reason: 'no link' },
    ],
    ['rejected', {}, '“Write a thread” was rejected.', 'submission_rejected', {}],
    [
      'undone',
      {},
      'The decision on “Write a thread” was undone. Your submission is in review again.',
      'submission_undone',
      {},
    ],
    [
      'reversed',
      { reason: 'copied' },
      'The points for “Write a thread” were reversed: copied',
      'submission_reversed_reason',
      { reason: 'copied' },
    ],
    ['reversed', {}, 'The points for “Write a thread” were reversed.', 'submission_reversed', {}],
  ] as const)(
    'notifies an earner, in English and as data, that a submission was %s',
    (decision, changed, body, template, params) => {
      expect(reviewText({ ...reviewed, ...changed, decision })).toEqual({
        type: `submission.${decision}`,
        title: expect.any(String) as string,
        body,
        template,
        params: { questTitle: 'Write a thread', ...params },
        data: { submissionId: 's', projectId: 'p', campaignId: 'c', questId: 'q' },
      });
    },
  );

  it('exist for every type and template, filled in by parameters that fit the message', () => {
    const decisions = ['approved', 'rejected', 'undone', 'reversed'] as const;
    const made = [null, 'r'.repeat(1_000)].flatMap((reason) =>
      decisions.map((decision) => reviewText({ ...reviewed, questTitle: 't'.repeat(160), reason, decision })),
    );
    const member = { projectId: 'p', projectName: 'Moon', userId: 'u' };
    const role = 'project_admin' as const;
    made.push(
      memberInvitedText({ ...member, role, invitationId: 'i', expiresAt: '2026-01-08T00:00:00.000Z' }),
      memberAddedText({ ...member, role }),
      memberUpdatedText({ ...member, role }),
      memberRemovedText(member),
    );
    const campaign = { projectId: 'p', campaignId: 'c', campaignTitle: 't'.repeat(160), userIds: ['u'] };
    made.push(...ANNOUNCED_TYPES.map((announced) => campaignText({ ...campaign, announced })));
    made.push(...[false, true].map((undone) => accountMergeText({ mergeId: 'm', undone })));
    made.push(confirmedText(reviewed), reviewWaitingText({ ...member, waiting: 7, userIds: ['u'] }));
    made.push(codesGuessedText({ questId: 'q', questTitle: 't'.repeat(160), projectId: 'p', userIds: ['u'] }));
    const [questTitle, reason] = ['t'.repeat(160), 'r'.repeat(1_000)];
    made.push(questMisconfiguredText({ questId: 'q', projectId: 'p', questTitle, reason, userIds: ['u'] }));
    const [from, to] = ['f'.repeat(200), 't'.repeat(200)];
    made.push(questTargetRenamedText({ questId: 'q', projectId: 'p', questTitle, from, to, userIds: ['u'] }));
    made.push(questActsUndoneText({ questId: 'q', projectId: 'p', questTitle, userIds: ['u'] }));
    made.push(
      inReviewText({ ...reviewed, questTitle }),
      proofNeededText(reviewed),
      relinkNeededText({ userId: 'u', provider: 'microblog' }),
      referralCountedText({ userId: 'u', projectId: 'p', campaignId: 'c', questId: 'q', questTitle }),
    );
    for (const end of CONNECTION_ENDS) {
      made.push(connectionLostText({ ...member, provider: 'messenger', end, userIds: ['u'] }));
    }
    for (const isDisabled of [false, true]) {
      made.push(webhookFailingText({ ...member, webhookId: 'w', host: 'h'.repeat(253), isDisabled, userIds: ['u'] }));
    }
    const escrow = anEscrowEvent();
    made.push(
      ...[
        planReadyText(aPlanEvent(), A_POOL),
        objectionText(anObjectionEvent({ state: 'upheld', decisionReason: reason }), A_POOL),
        objectionText(anObjectionEvent({ state: 'dismissed', decisionReason: reason }), A_POOL),
        objectionText(anObjectionEvent({ state: 'dismissed' }), A_POOL),
      ].filter((text) => text !== undefined),
      scheduleText(A_SCHEDULE, A_POOL),
      scheduleText({ ...A_SCHEDULE, commitDeadline: null, undecided: 0 }, A_POOL),
      scheduleText({ ...A_SCHEDULE, isFreezeMoved: true }, A_POOL),
      planWithdrawnText(aPlanEvent(), A_POOL),
      ticketVoidedText(A_VOID_TICKET, A_POOL),
      ticketReissuedText(A_REISSUED_TICKET, A_POOL),
      rejectedText(escrow, A_POOL),
      unfundedText(escrow, A_POOL),
    );
    made.push(...(['funded', 'topped_up', 'refunded'] as const).map((change) => fundsText(change, escrow, A_POOL)));
    made.push(...ESCROW_ENDS.map((end) => endText(end, escrow, A_POOL)));
    made.push(...[finalizedText(escrow, A_POOL), disputedText(escrow, A_POOL)].filter((text) => text !== undefined));
    const payouts = PAYOUT_ANNOUNCEMENTS.flatMap((announced) => {
      const excluded =
        (announced === 'excluded' || announced === 'unlisted') &&
        ({ amount: null, excludedReason: 'suspended' } as const);
      return [null, 'AB'.repeat(32)].map((txHash) =>
        announcedPayouts(announced, [{ userId: 'u', txHash, ...excluded }]),
      );
    });
    const interim = announcedPayouts('interim', [{ userId: 'u' }]);
    payouts.push({ ...interim, movedFreezeAt: interim.autoApproveAt ?? '' });
    made.push(...payouts.flatMap((event) => event.payouts.map((payout) => payoutText(event, payout, 't'.repeat(160)))));
    expect(new Set(made.map(({ template }) => template))).toEqual(new Set(NOTIFICATION_TEMPLATES));
    expect(new Set(made.map(({ type }) => type))).toEqual(new Set(NOTIFICATION_TYPES));
    for (const { params, title, body } of made) {
      expect(messageErrors(NotificationParams, params)).toEqual([]);
      expect(title + body).not.toMatch(/[{}]/);
    }
  });

  it('notifies an earner that a submission was verified later', () => {
    expect(confirmedText({ ...reviewed, pointsAwarded: 1_000 })).toMatchObject({
      type: 'submission.claimed',
      body: '“Write a thread” was verified. You earned 1,000 points.',
      template: 'submission_claimed',
      params: { questTitle: 'Write a thread', points: 1_000 },
    });
  });

  it.each([
    [1, '1 submission waits for review in “Moon”.'],
    [999, '999 submissions wait for review in “Moon”.'],
    [MAX_WAITING_COUNTED, '1,000 submissions or more wait for review in “Moon”.'],
  ])('notifies a team that %d submissions wait for review', (waiting, body) => {
    expect(reviewWaitingText({ projectId: 'p', projectName: 'Moon', waiting, userIds: ['u'] })).toMatchObject({
      type: 'review.waiting',
      body,
      params: { projectName: 'Moon', waiting },
      group: 'p',
    });
  });

  it('notifies an earner and a team of the action that checks require', () => {
    const team = { projectId: 'p', projectName: 'Moon', userIds: ['u'] };
    const texts = [
      inReviewText(reviewed),
      proofNeededText(reviewed),
      relinkNeededText({ userId: 'u', provider: 'codehost' }),
      questMisconfiguredText({ ...team, questId: 'q', questTitle: 'Star it', reason: 'The repository is private.' }),
      questTargetRenamedText({ ...team, questId: 'q', questTitle: 'Star it', from: 'moon/one', to: 'moon/two' }),
      questActsUndoneText({ ...team, questId: 'q', questTitle: 'Star it' }),
      connectionLostText({ ...team, provider: 'chatcomm', end: 'refused' }),
      connectionLostText({ ...team, provider: 'messenger', end: 'removed' }),
      webhookFailingText({ ...team, webhookId: 'w', host: 'orbit.example', isDisabled: true }),
    ];
    expect(texts.map(({ type, body, group }) => [type, body, group])).toEqual([
      ['submission.in_review', '“Write a thread” could not be verified automatically. A reviewer decides.', 's'],
      [
        'submission.proof_needed',
        '“Write a thread” could not be verified automatically, and a reviewer needs something to look at. Hand in a link or a screenshot.',
        's',
      ],
      [
        'account.relink_needed',
        'Your account at the code host can no longer be read. Link it again in the settings of your account; quests that need it wait until then.',
        'codehost',
      ],
      ['quest.misconfigured', 'Nobody can complete “Star it” until you change it: The repository is private.', 'q'],
      [
        'quest.target_renamed',
        '“Star it” names moon/two now, which was moon/one before. Its checks go on; change texts that name it.',
        'q',
      ],
      [
        'quest.acts_undone',
        'An earner took back what “Star it” had rewarded. The checks made after credits show each case, and whether its points were reversed.',
        'q',
      ],
      [
        'connection.refused',
        'The chat server refuses the connection of “Moon”. Connect it again in the settings of the project.',
        'p chatcomm',
      ],
      [
        'connection.removed',
        '“Moon” is no longer connected to the messenger. Quests that need it cannot be verified until you connect it again in the settings of the project.',
        'p messenger',
      ],
      [
        'webhook.disabled',
        'The endpoint at orbit.example of “Moon” does not take its events, so that none are sent any more. Enable the webhook again in the settings of the project.',
        'w',
      ],
    ]);
  });

  it('notify a referrer of an invited earner who counts', () => {
    const ids = { projectId: 'p', campaignId: 'c', questId: 'q' };
    expect(referralCountedText({ ...ids, userId: 'u', questTitle: 'Invite three' })).toMatchObject({
      type: 'referral.counted',
      body: 'An earner that you invited now counts for “Invite three”.',
      data: ids,
      group: 'q',
    });
  });

  it('contain their parameters unchanged', () => {
    const questTitle = "{points} <b>#</b> ''{x}'' it's";
    expect(confirmedText({ ...reviewed, questTitle }).body).toBe(`“${questTitle}” was verified. You earned 10 points.`);
  });

  it('notify a user of an invitation, a membership, a new role and a removal', () => {
    const member = { projectId: 'p', projectName: 'Moon', userId: 'u' };
    const invitation = { invitationId: 'i', expiresAt: '2026-01-08T00:00:00.000Z' };
    expect(memberInvitedText({ ...member, ...invitation, role: 'project_admin' })).toMatchObject({
      type: 'project.member_invited',
      body: 'You can become a project admin of “Moon”. Members of a project earn no points in it.',
      template: 'member_invited',
      params: { projectName: 'Moon', role: 'project_admin', expiresAt: '2026-01-08T00:00:00.000Z' },
      data: { projectId: 'p', invitationId: 'i' },
    });
    expect(memberAddedText({ ...member, role: 'project_moderator' })).toMatchObject({
      type: 'project.member_added',
      body: 'You are a project moderator of “Moon” now.',
      template: 'member_added',
      params: { projectName: 'Moon', role: 'project_moderator' },
      data: { projectId: 'p' },
    });
    expect(memberUpdatedText({ ...member, role: 'project_admin' })).toMatchObject({
      type: 'project.member_updated',
      body: 'You are a project admin of “Moon” from now on.',
      template: 'member_updated',
      params: { projectName: 'Moon', role: 'project_admin' },
      data: { projectId: 'p' },
    });
    expect(memberRemovedText(member)).toMatchObject({
      type: 'project.member_removed',
      body: 'You are no longer a member of “Moon”.',
      template: 'member_removed',
      params: { projectName: 'Moon' },
    });
  });
});
