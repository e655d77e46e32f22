export { readEnvelope } from './event-envelope.js';
export { emit, emitAll, markEmitting, ORIGIN_COLUMNS, originValues } from './emit.js';
export * from './event-consumer.js';
export * from './events.js';
export * from './operator-alerts.js';
export { type Origin } from './origin.js';
export * from './outbox-relay.js';
export * from './replay.js';
export * from './replay-command.js';
