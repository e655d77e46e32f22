import type { NotificationTemplate } from '@questp/messages/notifier';
import type { AnnouncedType } from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import { worded, type NotificationContent } from './worded.js';

type Submission = EventTypes['submission.claimed'];
type Reviewed = EventTypes['submission.reviewed'];

const idsOf = ({ submissionId, questId, campaignId, projectId }: Submission) => ({
  submissionId,
  questId,
  campaignId,
  projectId,
});

const earned = ({ questTitle, pointsAwarded }: Submission) => ({ questTitle, points: pointsAwarded });

/** A text with a reason has its own template. */
const reasoned = (template: 'submission_rejected' | 'submission_reversed', { questTitle, reason }: Submission) =>
  reason
    ? { template: `${template}_reason` as const, params: { questTitle, reason } }
    : { template, params: { questTitle } };

const REVIEWS: Record<Reviewed['decision'], (of: Submission) => Pick<NotificationContent, 'template' | 'params'>> = {
  approved: (submission) => ({ template: 'submission_approved', params: earned(submission) }),
  rejected: (submission) => reasoned('submission_rejected', submission),
  undone: ({ questTitle }) => ({ template: 'submission_undone', params: { questTitle } }),
  reversed: (submission) => reasoned('submission_reversed', submission),
};

/** For the earner: a repeated check credited the submission. */
export const confirmedText = (submission: Submission) =>
  worded({
    type: 'submission.claimed',
    template: 'submission_claimed',
    params: earned(submission),
    data: idsOf(submission),
  });

/** For the earner: the decision about a submission. */
export const reviewText = (reviewed: Reviewed) =>
  worded({
    type: `submission.${reviewed.decision}`,
    ...REVIEWS[reviewed.decision](reviewed),
    data: idsOf(reviewed),
  });

/** For the earner: an automatic check ended in review. */
export const inReviewText = (submission: Submission) =>
  worded({
    type: 'submission.in_review',
    template: 'submission_in_review',
    params: { questTitle: submission.questTitle },
    data: idsOf(submission),
    group: submission.submissionId,
  });

/** For the earner: a pending submission waits for a proof. */
export const proofNeededText = (submission: Submission) =>
  worded({
    type: 'submission.proof_needed',
    template: 'submission_proof_needed',
    params: { questTitle: submission.questTitle },
    data: idsOf(submission),
    group: submission.submissionId,
  });

/** For the referrer: an invited earner met the condition of a quest. */
export const referralCountedText = ({ questTitle, ...ids }: EventTypes['referral.counted']) =>
  worded({
    type: 'referral.counted',
    template: 'referral_counted',
    params: { questTitle },
    data: { questId: ids.questId, campaignId: ids.campaignId, projectId: ids.projectId },
    group: ids.questId,
  });

/** For the team: submissions wait for review. */
export const reviewWaitingText = ({ projectId, projectName, waiting }: EventTypes['review.waiting']) =>
  worded({
    type: 'review.waiting',
    template: 'review_waiting',
    params: { projectName, waiting },
    data: { projectId },
    group: projectId,
  });

/** For the team: a quest cannot be verified. */
export const questMisconfiguredText = ({ questId, questTitle, projectId, reason }: EventTypes['quest.misconfigured']) =>
  worded({
    type: 'quest.misconfigured',
    template: 'quest_misconfigured',
    params: { questTitle, reason },
    data: { questId, projectId },
    group: questId,
  });

/** For the team: the target of a quest has a new name. */
export const questTargetRenamedText = ({
  questId,
  questTitle,
  projectId,
  from,
  to,
}: EventTypes['quest.target_renamed']) =>
  worded({
    type: 'quest.target_renamed',
    template: 'quest_target_renamed',
    params: { questTitle, formerName: from, presentName: to },
    data: { questId, projectId },
    group: questId,
  });

/** For the team: what a quest had rewarded was taken back. */
export const questActsUndoneText = ({ questId, questTitle, projectId }: EventTypes['quest.acts_undone']) =>
  worded({
    type: 'quest.acts_undone',
    template: 'quest_acts_undone',
    params: { questTitle },
    data: { questId, projectId },
    group: questId,
  });

/** For the team: a connection of the project ended. */
export const connectionLostText = ({ projectId, projectName, provider, end }: EventTypes['project.connection_lost']) =>
  worded({
    type: `connection.${end}`,
    template: `connection_${end}`,
    params: { projectName, provider },
    data: { projectId, provider },
    group: `${projectId} ${provider}`,
  });

/** For the team: a webhook does not take its deliveries. */
export const webhookFailingText = ({
  projectId,
  projectName,
  webhookId,
  host,
  isDisabled,
}: EventTypes['project.webhook_failing']) =>
  worded({
    type: isDisabled ? 'webhook.disabled' : 'webhook.failing',
    template: isDisabled ? 'webhook_disabled' : 'webhook_failing',
    params: { projectName, host },
    data: { projectId, webhookId },
    group: webhookId,
  });

/** For the user: a linked account can no longer be read. */
export const relinkNeededText = ({ provider }: EventTypes['account.relink_needed']) =>
  worded({
    type: 'account.relink_needed',
    template: 'account_relink_needed',
    params: { provider },
    data: { provider },
    group: provider,
  });

/** For the team: many wrong codes. */
export const codesGuessedText = ({ questId, questTitle, projectId }: EventTypes['quest.codes_guessed']) =>
  worded({
    type: 'quest.codes_guessed',
    template: 'codes_guessed',
    params: { questTitle },
    data: { questId, projectId },
    group: questId,
  });

const CAMPAIGN_TEMPLATES = {
  'campaign.started': 'campaign_started',
  'campaign.ended': 'campaign_ended',
  'campaign.budget_nearly_used': 'campaign_budget_nearly_used',
  'campaign.budget_used': 'campaign_budget_used',
} as const satisfies Record<AnnouncedType, NotificationTemplate>;

/** For the team: a campaign started, ended or has used its budget. For participants: it ended. */
export const campaignText = ({ announced, campaignTitle, campaignId, projectId }: EventTypes['campaign.announced']) =>
  worded({
    type: announced,
    template: CAMPAIGN_TEMPLATES[announced],
    params: { campaignTitle },
    data: { campaignId, projectId },
  });

export const memberInvitedText = (invited: EventTypes['project.member_invited']) =>
  worded({
    type: 'project.member_invited',
    template: 'member_invited',
    params: { projectName: invited.projectName, role: invited.role, expiresAt: invited.expiresAt },
    data: { projectId: invited.projectId, invitationId: invited.invitationId },
  });

export const memberAddedText = ({ projectId, projectName, role }: EventTypes['project.member_added']) =>
  worded({
    type: 'project.member_added',
    template: 'member_added',
    params: { projectName, role },
    data: { projectId },
  });

type Updated = EventTypes['project.member_updated'] & { projectName: string };

export const memberUpdatedText = ({ projectId, projectName, role }: Updated) =>
  worded({
    type: 'project.member_updated',
    template: 'member_updated',
    params: { projectName, role },
    data: { projectId },
  });

/** For the users of both accounts after a merge. */
export const accountMergeText = ({
  mergeId,
  undone,
}: Pick<EventTypes['account.merge_settled'], 'mergeId' | 'undone'>) =>
  worded({
    ...(undone
      ? { type: 'account.merge_undone', template: 'account_merge_undone' }
      : { type: 'account.merged', template: 'account_merged' }),
    params: {},
    data: { mergeId },
  });

export const memberRemovedText = ({ projectId, projectName }: EventTypes['project.member_removed']) =>
  worded({
    type: 'project.member_removed',
    template: 'member_removed',
    params: { projectName },
    data: { projectId },
  });
