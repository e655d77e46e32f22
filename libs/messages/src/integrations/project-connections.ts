import { CREDENTIAL_TEST_OUTCOMES, type CredentialTestOutcome } from './credentials.js';
import { ACCOUNT_HANDLE, ACCOUNT_ID, OAuthCode, OAuthStarted, StartOAuth } from './oauth.js';
import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { listOf } from '../language/contract/paging.js';
import { Id, OneOf, Text, Time, UserId, combine, enumeration } from '../language/fields/index.js';

/**
 * A project's connection to a platform: its messenger bot, the consent of a code host account to read repositories, a
 * chat server that the platform's bot was added to, or a professional account of the photo site (spec 2.5, 2.8).
 */
export const CONNECTION_PROVIDERS = enumeration('ConnectionProvider', [
  'messenger',
  'codehost',
  'chatcomm',
  'photosite',
]);
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number];

/** Platforms that are connected by consent in a browser. */
export const OAUTH_CONNECTION_PROVIDERS = enumeration('OAuthConnectionProvider', ['codehost', 'chatcomm', 'photosite']);
export type OAuthConnectionProvider = (typeof OAUTH_CONNECTION_PROVIDERS)[number];

export const CONNECTION_STATES = enumeration('ConnectionState', ['connected', 'refused']);
export type ConnectionState = (typeof CONNECTION_STATES)[number];

const PROVIDER = { description: 'Platform of the connection', example: 'codehost' } as const;
const CONNECTIONS = '/v1/projects/:projectId/connections';
const tag = 'connections';

export class ProjectConnection {
  @OneOf(CONNECTION_PROVIDERS, PROVIDER)
  provider!: ConnectionProvider;

  @Text({
    ...ACCOUNT_ID,
    description: 'Permanent id of the bot, account or chat server at the platform',
    example: '583231',
  })
  accountId!: string;

  @Text({
    ...ACCOUNT_HANDLE,
    nullable: true,
    description: 'Name when it was connected; null: the platform has none',
    example: 'octocat',
  })
  name!: string | null;

  @OneOf(CONNECTION_STATES, {
    description: 'refused: the platform rejects the connection; connect it again',
    example: 'connected',
  })
  state!: ConnectionState;

  @UserId({ description: 'Who connected it' })
  connectedBy!: string;

  @Time({ description: 'When it was connected' })
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
    summary: 'List the platform connections of a project, without secrets',
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
    description: 'Bot token issued by the messenger; never returned',
    example: '7100000002:emulated-bot-token-0000007100000002',
  })
  botToken!: string;
}

export const connectMessengerBot = contract({
  subject: 'integrations.connections.connect-bot',
  request: ConnectBotRequest,
  reply: ProjectConnection,
  // Two requests to the messenger, 4 seconds each.
  deadlineMs: 10_000,
  errors: ['BOT_IN_USE', 'INVALID_TRANSITION', 'PLATFORM_UNAVAILABLE'],
  http: {
    id: 'connectMessengerBot',
    route: 'PUT /v1/projects/:projectId/messenger/bot',
    tag,
    summary: 'Connect a messenger bot, or replace its token',
    description: 'A token that the messenger rejects returns VALIDATION_FAILED and leaves the connection unchanged.',
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
    summary: 'Start connecting a code host account, a chat server or an account of the photo site',
    description:
      'The popup returns with `code`, or with `error` and `error_description`. Send the code in this session with PUT of the connection.',
    again: 'Each call starts a new flow.',
  },
});

class ConnectRequest extends combine(OAuthCode, OAuthConnectionRequest) {}

export const connectByOAuth = contract({
  subject: 'integrations.connections.connect',
  request: ConnectRequest,
  reply: ProjectConnection,
  deadlineMs: 10_000,
  errors: ['OAUTH_CODE_INVALID', 'INVALID_TRANSITION', 'OAUTH_UNAVAILABLE', 'PLATFORM_UNAVAILABLE'],
  http: {
    id: 'connectByOAuth',
    route: `PUT ${CONNECTIONS}/:provider`,
    tag,
    summary: 'Connect with the code of an OAuth flow, or replace the connection',
    again: 'A code works once; a repeated call returns OAUTH_CODE_INVALID.',
  },
});

class ConnectionRequest extends ChangeConnectionsRequest {
  @OneOf(CONNECTION_PROVIDERS, PROVIDER)
  provider!: ConnectionProvider;
}

export class ConnectionTest {
  @OneOf(CREDENTIAL_TEST_OUTCOMES, { description: 'Result of the test', example: 'works' })
  outcome!: CredentialTestOutcome;

  @Text({ max: 2_000, description: 'What the test found', example: 'The bot token was accepted.' })
  detail!: string;

  @Time({ description: 'When the test ran' })
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
    summary: 'Test a connection at its platform, within 4 seconds',
    description:
      'The test of a chat server also names the channels of published quests whose messages the bot may not read, and the permissions that it lacks there.',
    again: 'Each call queries the platform.',
  },
});

/** No effect if the platform is not connected. */
export const removeProjectConnection = contract({
  subject: 'integrations.connections.remove',
  request: ConnectionRequest,
  reply: null,
  http: {
    id: 'removeProjectConnection',
    route: `DELETE ${CONNECTIONS}/:provider`,
    tag,
    summary: 'Remove a connection and revoke its consent at the platform',
    description: "The platform's bot stays in a chat server until its owner removes it.",
  },
});
