import {
  API_OF_SERVICES,
  BROKER_USERS,
  COUNTER_STREAM,
  EVENT_STREAM,
  inboxPrefix,
  isConsumer,
  LIVE_STREAM,
  MIGRATOR,
} from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import { CONTRACTS } from '@questp/messages/contracts';
import { mayCall } from '@questp/messages/language';
import {
  BROADCASTS,
  EVENT_TABLE,
  eventSubject,
  isLiveEvent,
  WITH_TABLES,
  type EventType,
} from '@questp/messages/tables';

const EVENTS = Object.keys(EVENT_TABLE) as EventType[];
const NAMES = SERVICES.map(({ name }) => name);
const CONSUMERS = NAMES.filter(isConsumer);
const HAVE_TABLES = SERVICES.flatMap(({ name, schema }) => (schema === null ? [] : [name]));

const sendersOf = (type: EventType): string[] => {
  const { from } = EVENT_TABLE[type];
  return from === WITH_TABLES ? HAVE_TABLES : [from];
};

const STREAM_VERBS = [
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'SNAPSHOT', 'RESTORE', 'MSG.GET', 'MSG.DELETE'],
  ...['LEADER.STEPDOWN', 'PEER.REMOVE'],
];
const CONSUMER_VERBS = ['CREATE', 'DURABLE.CREATE', 'DELETE', 'INFO', 'PAUSE', 'RESET', 'UNPIN', 'MSG.NEXT'];

/** Every subject with a meaning, and the users that may publish and subscribe to it. */
export const BROKER_SUBJECTS: { subject: string; publish: string[]; subscribe: string[] }[] = [
  ...CONTRACTS.map((contract) => ({
    subject: contract.subject,
    publish: NAMES.filter((name) => mayCall(contract, name)),
    subscribe: SERVICES.flatMap(({ name, answers }) => (contract.subject.split('.')[0] === answers ? [name] : [])),
  })),
  ...EVENTS.map((type) => ({
    subject: eventSubject(type),
    publish: sendersOf(type),
    subscribe: type === 'principal.revoked' ? ['gateway'] : [],
  })),
  ...EVENTS.filter(isLiveEvent).map((type) => ({
    subject: `${eventSubject(type)}.svcuser_1.-`,
    publish: sendersOf(type),
    subscribe: [],
  })),
  { subject: 'log.svcuser_1.-.submission.claimed', publish: [], subscribe: [] },
  { subject: 'live.svcuser_1.-.submission.claimed', publish: [], subscribe: ['gateway'] },
  { subject: `$JS.API.CONSUMER.CREATE.${LIVE_STREAM}`, publish: [], subscribe: [] },
  { subject: `$JS.API.CONSUMER.CREATE.${LIVE_STREAM}.gateway.log.>`, publish: [], subscribe: [] },
  ...BROADCASTS.map(({ subject }) => ({ subject, publish: ['identity'], subscribe: ['gateway'] })),
  { subject: 'rate.anonymous.somebody.1', publish: ['gateway'], subscribe: [] },
  ...BROKER_USERS.flatMap((user) => [
    { subject: `${inboxPrefix(user)}.abc`, publish: [], subscribe: [user] },
    { subject: `replay.${user}.events.user.updated`, publish: CONSUMERS.filter((one) => one === user), subscribe: [] },
    {
      subject: `$JS.ACK.${EVENT_STREAM}.${user}.1.1.1.1.0`,
      publish: CONSUMERS.filter((one) => one === user),
      subscribe: [],
    },
    ...CONSUMER_VERBS.flatMap((verb) => [
      {
        subject: `$JS.API.CONSUMER.${verb}.${EVENT_STREAM}.${user}`,
        publish: CONSUMERS.includes(user) && ['DURABLE.CREATE', 'INFO'].includes(verb) ? [MIGRATOR] : [],
        subscribe: [],
      },
      {
        subject: `${API_OF_SERVICES}.CONSUMER.${verb}.${EVENT_STREAM}.${user}`,
        publish: CONSUMERS.includes(user) && ['INFO', 'MSG.NEXT'].includes(verb) ? [user] : [],
        subscribe: [],
      },
    ]),
  ]),
  ...[EVENT_STREAM, LIVE_STREAM, COUNTER_STREAM, 'ANOTHER'].flatMap((stream) => [
    ...STREAM_VERBS.flatMap((verb) => [
      {
        subject: `$JS.API.STREAM.${verb}.${stream}`,
        publish: stream !== 'ANOTHER' && ['CREATE', 'UPDATE', 'INFO'].includes(verb) ? [MIGRATOR] : [],
        subscribe: [],
      },
      {
        subject: `${API_OF_SERVICES}.STREAM.${verb}.${stream}`,
        publish:
          verb === 'INFO'
            ? ({ [LIVE_STREAM]: ['gateway', 'integrations'], [EVENT_STREAM]: ['notifier'] }[stream] ?? [])
            : [],
        subscribe: [],
      },
    ]),
    {
      subject: `${API_OF_SERVICES}.DIRECT.GET.${stream}`,
      publish: stream === LIVE_STREAM ? ['gateway', 'integrations'] : [],
      subscribe: [],
    },
  ]),
  ...[
    ...[
      '>',
      '*.>',
      'identity.>',
      'quests.>',
      'events.>',
      'log.>',
      'replay.>',
      'rate.>',
      'broadcast.>',
      '_INBOX.>',
      '$JS.>',
      `${API_OF_SERVICES}.>`,
    ],
    ...[
      '$SYS.>',
      `$JS.API.DIRECT.GET.${LIVE_STREAM}`,
      '$JS.API.INFO',
      `${API_OF_SERVICES}.INFO`,
      '$JS.API.STREAM.NAMES',
      '$JS.API.STREAM.LIST',
    ],
    ...[`$JS.API.CONSUMER.LIST.${EVENT_STREAM}`, `$JS.API.CONSUMER.NAMES.${EVENT_STREAM}`, '$JS.API.ACCOUNT.PURGE.A'],
    ...['$SYS.REQ.SERVER.PING', '$JS.EVENT.ADVISORY.>', 'anything.else'],
  ].map((subject) => ({ subject, publish: [], subscribe: [] })),
];
