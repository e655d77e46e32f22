import type { EventHandlers } from '@questp/events';
import {
  accountMergeText,
  campaignText,
  codesGuessedText,
  connectionLostText,
  confirmedText,
  inReviewText,
  memberAddedText,
  memberInvitedText,
  memberRemovedText,
  memberUpdatedText,
  proofNeededText,
  questActsUndoneText,
  questMisconfiguredText,
  questTargetRenamedText,
  referralCountedText,
  relinkNeededText,
  reviewText,
  reviewWaitingText,
  webhookFailingText,
} from '../texts/notification-texts.js';
import type { NotificationsRepository } from './notifications.repository.js';
import type { NotifyUsers } from './notify-users.js';

/** The events of which a user is notified. */
export const notificationHandlers = (
  notifyUsers: NotifyUsers,
  notifications: NotificationsRepository,
): EventHandlers => ({
  'submission.confirmed': (tx, { data }) => notifyUsers.execute(tx, [data.userId], confirmedText(data)),
  'submission.reviewed': (tx, { data }) => notifyUsers.execute(tx, [data.userId], reviewText(data)),
  'submission.rejected': (tx, { data }) =>
    notifyUsers.execute(tx, [data.userId], reviewText({ ...data, decision: 'rejected' })),
  'submission.sent_to_review': (tx, { data }) => notifyUsers.execute(tx, [data.userId], inReviewText(data)),
  'submission.proof_needed': (tx, { data }) => notifyUsers.execute(tx, [data.userId], proofNeededText(data)),
  'referral.counted': (tx, { data }) => notifyUsers.execute(tx, [data.userId], referralCountedText(data)),
  'account.relink_needed': (tx, { data }) => notifyUsers.execute(tx, [data.userId], relinkNeededText(data)),
  'quest.misconfigured': (tx, { data }) => notifyUsers.execute(tx, data.userIds, questMisconfiguredText(data)),
  'quest.target_renamed': (tx, { data }) => notifyUsers.execute(tx, data.userIds, questTargetRenamedText(data)),
  'quest.acts_undone': (tx, { data }) => notifyUsers.execute(tx, data.userIds, questActsUndoneText(data)),
  'project.connection_lost': (tx, { data }) => notifyUsers.execute(tx, data.userIds, connectionLostText(data)),
  'project.webhook_failing': (tx, { data }) => notifyUsers.execute(tx, data.userIds, webhookFailingText(data)),
  'review.waiting': (tx, { data }) => notifyUsers.execute(tx, data.userIds, reviewWaitingText(data)),
  'quest.codes_guessed': (tx, { data }) => notifyUsers.execute(tx, data.userIds, codesGuessedText(data)),
  'campaign.announced': (tx, { data }) => notifyUsers.execute(tx, data.userIds, campaignText(data)),
  'project.member_invited': (tx, { data }) => notifyUsers.execute(tx, [data.userId], memberInvitedText(data)),
  'project.member_added': (tx, { data }) => notifyUsers.execute(tx, [data.userId], memberAddedText(data)),
  'project.member_updated': async (tx, { data: { projectName, ...data } }) => {
    if (projectName !== undefined)
      await notifyUsers.execute(tx, [data.userId], memberUpdatedText({ ...data, projectName }));
  },
  'project.member_removed': (tx, { data }) => notifyUsers.execute(tx, [data.userId], memberRemovedText(data)),
  'account.merge_settled': async (tx, { data }) => {
    await (data.undone ? notifications.giveBack(tx, data) : notifications.merge(tx, data));
    await notifyUsers.execute(
      tx,
      data.undone ? [data.survivorId, data.absorbedId] : [data.survivorId],
      accountMergeText(data),
    );
  },
});
