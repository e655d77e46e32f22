import type { NotificationParams, NotificationTemplate, NotificationType } from '@questp/messages/notifier';
import { EN } from './en.js';
import { inWords } from './in-words.js';

/** Template of a notification with its parameters. */
export interface NotificationContent {
  type: NotificationType;
  template: NotificationTemplate;
  params: NotificationParams;
  data: Record<string, string>;
  /** An unread notification of the same type and group is replaced. */
  group?: string;
}

/** A notification before it is stored: texts, template, parameters for translations, and the ids of its subjects. */
export interface NotificationText extends NotificationContent {
  title: string;
  body: string;
}

/** The text for a user. */
export interface UserText extends NotificationText {
  userId: string;
}

export function worded(content: NotificationContent): NotificationText {
  const { title, body } = EN.notifications[content.template];
  const words = (message: string) => inWords(EN.language, message, content.params);
  return { ...content, title: words(title), body: words(body) };
}
