export * from './notifier/event-stream.js';
export * from './notifier/mails.js';
export * from './notifier/notifications.js';
export * from './notifier/operator-notifications.js';
export * from './notifier/unsubscribing.js';
