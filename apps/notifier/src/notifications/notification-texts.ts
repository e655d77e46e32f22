import type {
  AnnouncedType,
  EventTypes,
  NotificationParams,
  NotificationTemplate,
  NotificationType,
  ProjectRole,
} from '@questp/messages';

/** A notification before it has a row: what is shown, what translations are made of, and the ids of what it is about. */
export interface NotificationText {
  type: NotificationType;
  template: NotificationTemplate;
  params: NotificationParams;
  title: string;
  body: string;
  data: Record<string, string>;
}

type Reviewed = EventTypes['submission.reviewed'];

const ROLE_NAMES: Record<ProjectRole, string> = {
  project_admin: 'project admin',
  project_moderator: 'project moderator',
};

const because = (reason: string | null): string => (reason ? `: ${reason}` : '.');
const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`);

/** With a reason where there is one, which makes it another text. */
const reasoned = (template: 'submission_rejected' | 'submission_reversed', { questTitle, reason }: Reviewed) =>
  reason
    ? { template: `${template}_reason` as const, params: { questTitle, reason } }
    : { template, params: { questTitle } };

const REVIEWS: Record<Reviewed['decision'], (of: Reviewed) => Omit<NotificationText, 'type' | 'data'>> = {
  approved: ({ questTitle, pointsAwarded }) => ({
    template: 'submission_approved',
    params: { questTitle, points: pointsAwarded },
    title: 'Submission approved',
    body: `“${questTitle}” was approved. You earned ${points(pointsAwarded)}.`,
  }),
  rejected: (reviewed) => ({
    ...reasoned('submission_rejected', reviewed),
    title: 'Submission rejected',
    body: `“${reviewed.questTitle}” was rejected${because(reviewed.reason)}`,
  }),
  undone: ({ questTitle }) => ({
    template: 'submission_undone',
    params: { questTitle },
    title: 'Decision taken back',
    body: `The decision on “${questTitle}” was taken back. Your submission waits for review again.`,
  }),
  reversed: (reviewed) => ({
    ...reasoned('submission_reversed', reviewed),
    title: 'Points taken back',
    body: `The points for “${reviewed.questTitle}” were taken back${because(reviewed.reason)}`,
  }),
};

/** What the earner reads about a decision on a submission. */
export function reviewText(reviewed: Reviewed): NotificationText {
  const { decision, submissionId, questId, campaignId, projectId } = reviewed;
  return {
    type: `submission.${decision}`,
    ...REVIEWS[decision](reviewed),
    data: { submissionId, questId, campaignId, projectId },
  };
}

/** What the people of a campaign read when it starts or ends. */
export const CAMPAIGN_TEXTS: Record<AnnouncedType, (of: EventTypes['campaign.announced']) => NotificationText> = {
  'campaign.started': ({ campaignTitle, campaignId, projectId }) => ({
    type: 'campaign.started',
    template: 'campaign_started',
    params: { campaignTitle },
    title: 'Campaign started',
    body: `“${campaignTitle}” has started.`,
    data: { campaignId, projectId },
  }),
  'campaign.ended': ({ campaignTitle, campaignId, projectId }) => ({
    type: 'campaign.ended',
    template: 'campaign_ended',
    params: { campaignTitle },
    title: 'Campaign ended',
    body: `“${campaignTitle}” has ended.`,
    data: { campaignId, projectId },
  }),
};

export const memberInvitedText = (invited: EventTypes['project.member_invited']): NotificationText => ({
  type: 'project.member_invited',
  template: 'member_invited',
  params: { projectName: invited.projectName, role: invited.role, expiresAt: invited.expiresAt },
  title: 'You are invited to a project team',
  body: `You can become a ${ROLE_NAMES[invited.role]} of “${invited.projectName}”. Members of a project earn no points in it.`,
  data: { projectId: invited.projectId, invitationId: invited.invitationId },
});

export const memberAddedText = (added: EventTypes['project.member_added']): NotificationText => ({
  type: 'project.member_added',
  template: 'member_added',
  params: { projectName: added.projectName, role: added.role },
  title: 'You joined a project team',
  body: `You are a ${ROLE_NAMES[added.role]} of “${added.projectName}” now.`,
  data: { projectId: added.projectId },
});

export const memberUpdatedText = (
  updated: EventTypes['project.member_updated'] & { projectName: string },
): NotificationText => ({
  type: 'project.member_updated',
  template: 'member_updated',
  params: { projectName: updated.projectName, role: updated.role },
  title: 'Your role in a project team changed',
  body: `You are a ${ROLE_NAMES[updated.role]} of “${updated.projectName}” from now on.`,
  data: { projectId: updated.projectId },
});

export const memberRemovedText = (removed: EventTypes['project.member_removed']): NotificationText => ({
  type: 'project.member_removed',
  template: 'member_removed',
  params: { projectName: removed.projectName },
  title: 'You left a project team',
  body: `You are no longer a member of “${removed.projectName}”.`,
  data: { projectId: removed.projectId },
});
