import { type Timestamp } from '../common.js';
import { contract } from '../contract.js';
import { combine, enumeration, Id, OneOf, Text, Time, UserId } from '../fields/index.js';
import { listOf } from '../paging.js';
import { CREDENTIAL_TEST_OUTCOMES, type CredentialTestOutcome } from './credentials.js';
import { ACCOUNT_HANDLE, ACCOUNT_ID, OAuthCode, OAuthStarted, StartOAuth } from './oauth.js';

/**
 * What a project has of a platform: a messenger bot of its own, the consent of an account of the code host to read the
 * repositories it may read, a chat server to which the platform's bot was added (spec 2.5, 2.8).
 */
export const CONNECTION_PROVIDERS = enumeration('ConnectionProvider', ['messenger', 'codehost', 'chatcomm']);
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number];

/** Those where somebody agrees in a browser. */
export const OAUTH_CONNECTION_PROVIDERS = enumeration('OAuthConnectionProvider', ['codehost', 'chatcomm']);
export type OAuthConnectionProvider = (typeof OAUTH_CONNECTION_PROVIDERS)[number];

export const CONNECTION_STATES = enumeration('ConnectionState', ['connected', 'refused']);
export type ConnectionState = (typeof CONNECTION_STATES)[number];

const PROVIDER = { description: 'The platform', example: 'codehost' } as const;
const CONNECTIONS = '/v1/projects/:projectId/connections';
const tag = 'connections';

export class ProjectConnection {
  @OneOf(CONNECTION_PROVIDERS, PROVIDER)
  provider!: ConnectionProvider;

  @Text({
    ...ACCOUNT_ID,
    description: 'Id of the bot, the account or the chat server at the platform, which stays',
    example: '583231',
  })
  accountId!: string;

  @Text({
    ...ACCOUNT_HANDLE,
    nullable: true,
    description: 'What it was called when it was connected; null: the platform does not say',
    example: 'octocat',
  })
  name!: string | null;

  @OneOf(CONNECTION_STATES, {
    description: 'refused: the platform no longer takes what was agreed to; connect it again',
    example: 'connected',
  })
  state!: ConnectionState;

  @UserId({ description: 'Who connected it' })
  connectedBy!: string;

  @Time({ description: 'When that was' })
  connectedAt!: Timestamp;
}

class ConnectionsRequest {
  @Id()
  projectId!: string;
}

export const listProjectConnections = contract({
  subject: 'integrations.connections.list',
  request: ConnectionsRequest,
  reply: listOf(ProjectConnection, { max: CONNECTION_PROVIDERS.length }),
  http: {
    id: 'listProjectConnections',
    route: `GET ${CONNECTIONS}`,
    tag,
    summary: 'What the project has of platforms, one of each at most; no secrets',
  },
});

class ChangeConnectionsRequest extends ConnectionsRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

class ConnectBotRequest extends ChangeConnectionsRequest {
  @Text({
    max: 100,
    form: 'bot_token',
    description: 'Token of the bot, as the messenger gave it to its owner; it is never shown again',
    example: '7100000002:emulated-bot-token-0000007100000002',
  })
  botToken!: string;
}

export const connectMessengerBot = contract({
  subject: 'integrations.connections.connect-bot',
  request: ConnectBotRequest,
  reply: ProjectConnection,
  errors: ['BOT_IN_USE', 'INVALID_TRANSITION', 'PLATFORM_UNAVAILABLE'],
  http: {
    id: 'connectMessengerBot',
    route: 'PUT /v1/projects/:projectId/messenger/bot',
    tag,
    summary: "Connects the project's own messenger bot, or replaces its token, once the messenger has taken it",
    description: 'A token that the messenger does not take is VALIDATION_FAILED, and what was connected stays.',
    replies: { provider: 'messenger' },
  },
});

class OAuthConnectionRequest extends ChangeConnectionsRequest {
  @OneOf(OAUTH_CONNECTION_PROVIDERS, PROVIDER)
  provider!: OAuthConnectionProvider;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

class StartConnectionRequest extends combine(StartOAuth, OAuthConnectionRequest) {}

export const startProjectConnection = contract({
  subject: 'integrations.connections.start',
  request: StartConnectionRequest,
  reply: OAuthStarted,
  errors: ['OAUTH_NOT_AVAILABLE'],
  http: {
    id: 'startProjectConnection',
    route: `POST ${CONNECTIONS}/:provider/start`,
    tag,
    summary: "Begins to connect an account of the code host, or to add the platform's bot to a chat server",
    description:
      'The popup comes back with `code`, which connects by PUT of the connection in this session only; or with `error` and `error_description`.',
    again: 'Each call begins another one.',
  },
});

class ConnectRequest extends combine(OAuthCode, OAuthConnectionRequest) {}

export const connectByOAuth = contract({
  subject: 'integrations.connections.connect',
  request: ConnectRequest,
  reply: ProjectConnection,
  errors: ['OAUTH_CODE_INVALID', 'INVALID_TRANSITION'],
  http: {
    id: 'connectByOAuth',
    route: `PUT ${CONNECTIONS}/:provider`,
    tag,
    summary: 'Connects what a code proves, in the place of what was connected',
    again: 'A code proves once: repeated, it is OAUTH_CODE_INVALID.',
  },
});

class ConnectionRequest extends ChangeConnectionsRequest {
  @OneOf(CONNECTION_PROVIDERS, PROVIDER)
  provider!: ConnectionProvider;
}

export class ConnectionTest {
  @OneOf(CREDENTIAL_TEST_OUTCOMES, { description: 'What came of it', example: 'works' })
  outcome!: CredentialTestOutcome;

  @Text({ max: 2_000, description: 'Sentences about it, for people', example: 'The bot token was taken.' })
  detail!: string;

  @Time({ description: 'When the platform was asked' })
  checkedAt!: Timestamp;
}

export const testProjectConnection = contract({
  subject: 'integrations.connections.test',
  request: ConnectionRequest,
  reply: ConnectionTest,
  http: {
    id: 'testProjectConnection',
    route: `POST ${CONNECTIONS}/:provider/test`,
    tag,
    summary: 'Asks the platform whether it still takes what is connected; 4 seconds at most',
    again: 'Each call asks again.',
  },
});

/** Nothing happens when it is not connected. */
export const removeProjectConnection = contract({
  subject: 'integrations.connections.remove',
  request: ConnectionRequest,
  reply: null,
  http: {
    id: 'removeProjectConnection',
    route: `DELETE ${CONNECTIONS}/:provider`,
    tag,
    summary: 'Forgets what is connected; what an account of the code host agreed to is revoked there',
    description: "The platform's bot stays in a chat server until its owner removes it.",
  },
});
