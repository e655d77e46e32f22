import { EventStreamFilling } from '../../notifier/event-stream.js';
import { MailGivenUp, MailRetried, MailSuppressionLifted } from '../../notifier/mails.js';
import { NotificationCreated, NotificationRead } from '../../notifier/notifications.js';
import type { EventRow } from './event-row.js';

/** Events of notifier. */
export const NOTIFIER_EVENTS = {
  'mail.retried': {
    aggregate: 'mail',
    from: 'notifier',
    to: ['identity'],
    meaning: 'An operator retried a failed mail',
    data: MailRetried,
  },
  'mail.suppression_lifted': {
    aggregate: 'suppression',
    from: 'notifier',
    to: ['identity'],
    meaning: 'An operator lifted the suppression of an address',
    data: MailSuppressionLifted,
  },
  'notification.created': {
    aggregate: 'notification',
    from: 'notifier',
    to: [],
    audience: ['userId'],
    meaning: 'A user has a new notification',
    data: NotificationCreated,
  },
  'notification.read': {
    aggregate: 'notification',
    from: 'notifier',
    to: [],
    audience: ['userId'],
    meaning: 'A user read one or all notifications',
    data: NotificationRead,
  },
  'event_stream.filling': {
    aggregate: 'stream',
    from: 'notifier',
    to: [],
    operators: 'platform:manage',
    meaning: 'The event stream is filling up; when full it rejects events, which stay in the outbox',
    data: EventStreamFilling,
  },
  'mail.given_up': {
    aggregate: 'alert',
    from: 'notifier',
    to: [],
    operators: 'platform:manage',
    meaning: 'Mails failed permanently and wait for an operator; published at most once a minute',
    data: MailGivenUp,
  },
} as const satisfies Record<string, EventRow>;
