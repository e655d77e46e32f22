import type { EventTypes, ProjectRole } from '@questp/messages';

/** A notification before it has a row: what is shown, and the ids of what it is about. */
export interface NotificationText {
  type: string;
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

const REVIEWS: Record<Reviewed['decision'], (of: Reviewed) => Pick<NotificationText, 'title' | 'body'>> = {
  approved: ({ questTitle, pointsAwarded }) => ({
    title: 'Submission approved',
    body: `“${questTitle}” was approved. You earned ${points(pointsAwarded)}.`,
  }),
  rejected: ({ questTitle, reason }) => ({
    title: 'Submission rejected',
    body: `“${questTitle}” was rejected${because(reason)}`,
  }),
  undone: ({ questTitle }) => ({
    title: 'Decision taken back',
    body: `The decision on “${questTitle}” was taken back. Your submission waits for review again.`,
  }),
  reversed: ({ questTitle, reason }) => ({
    title: 'Points taken back',
    body: `The points for “${questTitle}” were taken back${because(reason)}`,
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

export const memberInvitedText = (invited: EventTypes['project.member_invited']): NotificationText => ({
  type: 'project.member_invited',
  title: 'You are invited to a project team',
  body: `You can become a ${ROLE_NAMES[invited.role]} of “${invited.projectName}”. Members of a project earn no points in it.`,
  data: { projectId: invited.projectId, invitationId: invited.invitationId },
});

export const memberAddedText = (added: EventTypes['project.member_added']): NotificationText => ({
  type: 'project.member_added',
  title: 'You joined a project team',
  body: `You are a ${ROLE_NAMES[added.role]} of “${added.projectName}” now.`,
  data: { projectId: added.projectId },
});

export const memberRemovedText = (removed: EventTypes['project.member_removed']): NotificationText => ({
  type: 'project.member_removed',
  title: 'You left a project team',
  body: `You are no longer a member of “${removed.projectName}”.`,
  data: { projectId: removed.projectId },
});
