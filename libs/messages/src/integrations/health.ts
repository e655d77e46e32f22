import { Nothing, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { Count, Flag, ListOf, ListOfText, Nested, OneOf, Text, Time, enumeration } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';

export const INTEGRATION_STATES = enumeration('IntegrationState', ['up', 'down']);
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

export class IntegrationChanged extends Noted {
  @Text({ max: 64, description: 'Name of the third party' })
  destination!: string;

  @Text({
    max: 300,
    nullable: true,
    description: 'Host and port configured by the operator; null: supplied by a client',
  })
  host!: string | null;

  @OneOf(INTEGRATION_STATES, { description: 'down: calls kept failing and are paused for a while' })
  state!: IntegrationState;
}

/** What the platform needs of third parties, by the name that operators see. */
export const INTEGRATIONS = enumeration('Integration', [
  'microblog',
  'chatcomm',
  'messenger',
  'messenger_webhook',
  'codehost',
  'videosite',
  'photosite',
  'launchsite',
  'oauth_idp',
  'email_sender',
  'ai_provider',
  'file_storage',
]);
export type Integration = (typeof INTEGRATIONS)[number];

/**
 * - up: it works.
 * - degraded: it works in part, or its quota is nearly or entirely used.
 * - down: it does not answer, or refuses the credential.
 * - not_set_up: a required value is missing.
 */
export const HEALTH_STATUSES = enumeration('IntegrationStatus', ['up', 'degraded', 'down', 'not_set_up']);
export type HealthStatus = (typeof HEALTH_STATUSES)[number];

export class IntegrationQuota {
  @Count({ description: 'What can still be used in this window', example: 4_990 })
  remaining!: number;

  @Count({ description: 'What can be used in a window', example: 5_000 })
  limit!: number;

  @Time({ nullable: true, description: 'When the window ends; null: unknown' })
  resetsAt!: Timestamp | null;
}

export class IntegrationHealth {
  @OneOf(INTEGRATIONS, { description: 'Name of the integration', example: 'codehost' })
  name!: Integration;

  @OneOf(HEALTH_STATUSES, { description: 'Result of the check', example: 'up' })
  status!: HealthStatus;

  @Text({
    max: 2_000,
    description: 'What the check found, and what to do about it',
    example: 'Client id and secret were accepted.',
  })
  detail!: string;

  @Nested(() => IntegrationQuota, { nullable: true, description: 'Quota; null: it has none, or it is not known' })
  quota!: IntegrationQuota | null;

  @Time({ description: 'When the check ran' })
  checkedAt!: Timestamp;
}

class IntegrationsHealth {
  @ListOf(() => IntegrationHealth, { max: INTEGRATIONS.length, description: 'One item per integration' })
  items!: IntegrationHealth[];
}

/** Seconds for which the result of a check is returned again. */
export const HEALTH_SECONDS = 60;

export const readIntegrationsHealth = contract({
  subject: 'integrations.health.read',
  request: Nothing,
  reply: IntegrationsHealth,
  http: {
    id: 'adminGetIntegrationsHealth',
    route: 'GET /v1/admin/integrations/health',
    tag: 'admin',
    summary: 'Check all integrations, within 4 seconds',
    description: `The checks run in parallel, and their results are kept for ${HEALTH_SECONDS} seconds. A changed credential is checked at once.`,
  },
});

export const MESSAGE_CONTENT_LEVELS = enumeration('MessageContent', ['none', 'limited', 'full']);
export type MessageContentLevel = (typeof MESSAGE_CONTENT_LEVELS)[number];

/** Set-up of the chat application: settings that are complete, and settings that are missing. */
class ChatcommSetup {
  @Text({ max: 100, nullable: true, description: 'Id of the application; null: unknown', example: '1290312903' })
  applicationId!: string | null;

  @Text({ max: 100, nullable: true, description: 'Name of the application; null: unknown', example: 'Quests' })
  applicationName!: string | null;

  @Text({
    max: 500,
    nullable: true,
    description: 'Address at which the bot is added to a chat server; null: the client id is not set',
    example: 'https://discord.com/oauth2/authorize?client_id=1290312903&scope=bot&permissions=66560',
  })
  installUrl!: string | null;

  @Text({ max: 20, description: 'Permissions of the install URL, as the platform numbers them', example: '66560' })
  permissions!: string;

  @ListOfText({
    max: 10,
    maxLength: 100,
    description: 'Names of these permissions',
    example: ['View Channels', 'Read Message History'],
  })
  permissionNames!: string[];

  @OneOf(MESSAGE_CONTENT_LEVELS, {
    nullable: true,
    description:
      'Message-content capability; limited: in fewer than 100 servers; null: unknown, because the platform did not answer',
    example: 'limited',
  })
  messageContent!: MessageContentLevel | null;

  @Flag({ description: 'True if a public key for interactions is stored', example: false })
  hasPublicKey!: boolean;

  @ListOfText({
    max: 10,
    maxLength: 2_000,
    description: 'What is missing, a sentence for each; empty: the setup is complete',
    example: ['Set botToken of the credential chatcomm.'],
  })
  missing!: string[];
}

export const readChatcommSetup = contract({
  subject: 'integrations.health.chatcomm-setup',
  request: Nothing,
  reply: ChatcommSetup,
  http: {
    id: 'adminGetChatcommSetup',
    route: 'GET /v1/admin/chatcomm/setup',
    tag: 'admin',
    summary: 'Get the setup of the chat application, within 4 seconds',
    description: `Its capabilities are read from the platform and kept for ${HEALTH_SECONDS} seconds.`,
  },
});

/**
 * - down: it was down in two checks in a row, or keeps failing requests.
 * - recovered: it is up again after that.
 * - quota_nearly_used: less than a tenth of its quota is left, or it accepts no requests until the quota is reset.
 */
export const INCIDENT_KINDS = enumeration('IncidentKind', ['down', 'recovered', 'quota_nearly_used']);
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Published once for each incident. */
export class IntegrationIncident {
  @OneOf(INTEGRATIONS, { description: 'Name of the integration' })
  name!: Integration;

  @OneOf(INCIDENT_KINDS, { description: 'What happened' })
  kind!: IncidentKind;

  @Text({ max: 2_000, description: 'What the check found, and what to do about it' })
  detail!: string;
}
