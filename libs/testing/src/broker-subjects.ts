import {
  API_OF_SERVICES,
  BROKER_USERS,
  COUNTER_STREAM,
  EVENT_STREAM,
  inboxPrefix,
  LIVE_STREAM,
  MIGRATOR,
} from '@questp/broker';
import {
  BROADCASTS,
  contracts,
  EVENT_TABLE,
  eventSubject,
  isToldLive,
  WITH_TABLES,
  type EventType,
} from '@questp/messages';

const EVENTS = Object.keys(EVENT_TABLE) as EventType[];
const CONSUMERS = ['identity', 'quests-verify', 'notifier', 'integrations'];
const HAVE_TABLES = [...CONSUMERS, 'exports'];

const sendersOf = (type: EventType): string[] => {
  const { from } = EVENT_TABLE[type];
  return from === WITH_TABLES ? HAVE_TABLES : [from];
};

/** Written down a second time: who calls what nobody outside does. All others are called by the gateway alone. */
export const CALLERS: Record<string, string[]> = {
  'identity.accounts.find-grant': ['integrations'],
  'identity.accounts.list': ['exports', 'gateway'],
  'identity.api-keys.end': ['quests-verify'],
  'identity.emails.addresses': ['notifier'],
  'identity.emails.get': ['exports', 'gateway'],
  'identity.sessions.list': ['exports', 'gateway'],
  'identity.tokens.resolve': ['gateway'],
  'identity.two-factor.get': ['exports', 'gateway'],
  'identity.users.get': ['exports', 'gateway', 'quests-verify'],
  'identity.users.list-method-hashes': ['quests-verify'],
  'identity.wallets.list': ['gateway', 'quests-verify'],
  'integrations.credentials.mail-sender': ['notifier'],
  'integrations.facts.chain-transaction': ['quests-verify'],
  'integrations.facts.codehost-repository': ['quests-verify'],
  'integrations.facts.codehost-star': ['quests-verify'],
  'integrations.files.hand-in': ['quests-verify'],
  'integrations.files.publish': ['identity', 'quests-verify'],
  'integrations.oauth.handle': ['identity'],
  'integrations.oauth.providers': ['identity'],
  'integrations.oauth.redeem': ['identity'],
  'integrations.oauth.start-link': ['identity'],
  'integrations.operators.set-access': ['identity'],
  'notifier.mails.erase-address': ['identity'],
  'notifier.mails.order': ['identity'],
  'notifier.notifications.list': ['exports', 'gateway'],
  'notifier.operators.set-access': ['identity'],
  'notifier.preferences.get': ['exports', 'gateway'],
  'quests.account-deletions.reserve': ['identity'],
  'quests.account-merges.preview': ['identity'],
  'quests.account-merges.release': ['identity'],
  'quests.account-merges.reserve': ['identity'],
  'quests.earners.set-status': ['identity'],
  'quests.invitations.get-preferences': ['exports', 'gateway'],
  'quests.invitations.list-own': ['exports', 'gateway'],
  'quests.ledger.list-own': ['exports', 'gateway'],
  'quests.members.role': ['gateway', 'integrations'],
  'quests.operators.set-access': ['identity'],
  'quests.projects.list-own': ['exports', 'gateway'],
  'quests.submissions.get-own': ['exports', 'gateway'],
  'quests.submissions.list-own': ['exports', 'gateway'],
};

/** The same of who answers: the first word of a subject. */
const OWNERS: Record<string, string> = {
  identity: 'identity',
  quests: 'quests-verify',
  notifier: 'notifier',
  integrations: 'integrations',
  exports: 'exports',
};

const STREAM_VERBS = [
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'SNAPSHOT', 'RESTORE', 'MSG.GET', 'MSG.DELETE'],
  ...['LEADER.STEPDOWN', 'PEER.REMOVE'],
];
const CONSUMER_VERBS = ['CREATE', 'DURABLE.CREATE', 'DELETE', 'INFO', 'PAUSE', 'RESET', 'UNPIN', 'MSG.NEXT'];

/** Every subject that means something, and who may send to it and hear it. */
export const BROKER_SUBJECTS: { subject: string; publish: string[]; subscribe: string[] }[] = [
  ...contracts().map(({ subject }) => ({
    subject,
    publish: CALLERS[subject] ?? ['gateway'],
    subscribe: [OWNERS[subject.split('.')[0] ?? ''] ?? 'nobody'],
  })),
  ...EVENTS.map((type) => ({
    subject: eventSubject(type),
    publish: sendersOf(type),
    subscribe: type === 'principal.revoked' ? ['gateway'] : [],
  })),
  ...EVENTS.filter(isToldLive).map((type) => ({
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
        publish: verb === 'INFO' ? ({ [LIVE_STREAM]: ['gateway'], [EVENT_STREAM]: ['notifier'] }[stream] ?? []) : [],
        subscribe: [],
      },
    ]),
    {
      subject: `${API_OF_SERVICES}.DIRECT.GET.${stream}`,
      publish: stream === LIVE_STREAM ? ['gateway'] : [],
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
