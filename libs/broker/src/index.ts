export { accountsConfiguration, permissionsConfiguration, type AccountOptions } from './configuration.js';
export {
  BROKER_USERS,
  inboxPrefix,
  isConsumer,
  MIGRATOR,
  permissionsOf,
  type Permissions,
  watchesEventStream,
} from './permissions.js';
export { ensureEventConsumer, ensureEventStream, prepareBroker } from './prepare.js';
export { eventConsumer, requireEventConsumer } from './event-consumer.js';
export { liveLogManager, readLiveLog, readLiveLogState, type LiveLogState, type StoredEntry } from './live-log.js';
export { connectBriefly, natsServers } from './servers.js';
export {
  API_OF_SERVICES,
  COUNTER_STREAM,
  COUNTER_SUBJECTS,
  EVENT_STREAM,
  isMissing,
  LIVE_STREAM,
  replaySubject,
  REPUBLISHED_SUBJECTS,
} from './streams.js';
