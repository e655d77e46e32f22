import type { EventHandlers } from '@questp/events';
import {
  campaignText,
  confirmedText,
  memberAddedText,
  memberInvitedText,
  memberRemovedText,
  memberUpdatedText,
  reviewText,
  reviewWaitingText,
} from './notification-texts.js';
import type { NotificationsRepository } from './notifications.repository.js';

/** The events a user is notified of. */
export const notificationHandlers = (notifications: NotificationsRepository): EventHandlers => ({
  'submission.confirmed': (tx, { data }) => notifications.insert(tx, data.userId, confirmedText(data)),
  'submission.reviewed': (tx, { data }) => notifications.insert(tx, data.userId, reviewText(data)),
  'submission.rejected': (tx, { data }) =>
    notifications.insert(tx, data.userId, reviewText({ ...data, decision: 'rejected' })),
  'review.waiting': (tx, { data }) => notifications.insertMany(tx, data.userIds, reviewWaitingText(data)),
  'campaign.announced': (tx, { data }) => notifications.insertMany(tx, data.userIds, campaignText(data)),
  'project.member_invited': (tx, { data }) => notifications.insert(tx, data.userId, memberInvitedText(data)),
  'project.member_added': (tx, { data }) => notifications.insert(tx, data.userId, memberAddedText(data)),
  'project.member_updated': async (tx, { data: { projectName, ...data } }) => {
    if (projectName !== undefined)
      await notifications.insert(tx, data.userId, memberUpdatedText({ ...data, projectName }));
  },
  'project.member_removed': (tx, { data }) => notifications.insert(tx, data.userId, memberRemovedText(data)),
});
