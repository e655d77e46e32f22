import { API_KEY_SCOPES, type ApiKeyScope } from '../access/principals.js';
import { Client, Creating, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Id, Line, ListOfOneOf, Nested, OneOf, Text, Time, UserId, enumeration } from '../language/fields/index.js';

export const API_KEY_REVOKED_REASONS = enumeration('ApiKeyRevokedReason', [
  'revoked',
  'maker_left',
  'project_archived',
]);
export type ApiKeyRevokedReason = (typeof API_KEY_REVOKED_REASONS)[number];

export class ApiKey {
  @Id({ description: 'Id of the API key' })
  id!: string;

  @Text({ max: 80, example: 'Leaderboard on our site', description: 'Name that the team gave the key' })
  name!: string;

  @ListOfOneOf(API_KEY_SCOPES, { description: 'What the key may do' })
  scopes!: ApiKeyScope[];

  @Text({ max: 20, description: 'First characters of the key, to recognise it', example: 'svc_key_Xb3d9Q' })
  preview!: string;

  @Time()
  createdAt!: Timestamp;

  @UserId({ description: 'Creator of the key; the key ends when the creator leaves the team' })
  createdBy!: string;

  @Time({ nullable: true, example: null })
  expiresAt!: Timestamp | null;

  @Time({ nullable: true, description: 'Last use, to the minute; null: never' })
  lastUsedAt!: Timestamp | null;

  @Time({ nullable: true, description: 'When it was revoked; null: not revoked' })
  revokedAt!: Timestamp | null;

  @OneOf(API_KEY_REVOKED_REASONS, {
    nullable: true,
    description:
      'revoked: by a project_admin; maker_left: the creator left the team; project_archived: the project was archived; null: not revoked',
    example: null,
  })
  revokedReason!: ApiKeyRevokedReason | null;
}

const API_KEYS = '/v1/projects/:projectId/api-keys';
const tag = 'api-keys';

class CreateApiKeyRequest extends Creating {
  @Id()
  projectId!: string;

  @UserId({ from: 'userId' })
  userId!: string;

  @Line({ max: 80, example: 'Leaderboard on our site', description: 'Name by which the team recognises the key' })
  name!: string;

  @ListOfOneOf(API_KEY_SCOPES, { min: 1, max: API_KEY_SCOPES.length, description: 'What the key may do' })
  scopes!: ApiKeyScope[];

  @Time({
    optional: true,
    description: 'When the key expires, in the future; never if omitted',
    example: '2099-05-01T12:00:00.000Z',
  })
  expiresAt?: Timestamp;

  @Client()
  client?: ClientInfo;
}

/** Keys are stored as hashes only, so a replay contains null. */
export class CreatedApiKey {
  @Nested(() => ApiKey, { description: 'The key without its secret' })
  apiKey!: ApiKey;

  @Text({
    max: 64,
    description: 'The API key. Returned only once; null in a replayed answer.',
    nullable: true,
    example: 'svc_key_Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLWtleS0wMDAx',
  })
  key!: string | null;
}

export const createApiKey = contract({
  subject: 'identity.api-keys.create',
  request: CreateApiKeyRequest,
  reply: CreatedApiKey,
  errors: ['INVALID_TRANSITION', 'TOO_MANY', 'RATE_LIMITED'],
  http: {
    id: 'createApiKey',
    route: `POST ${API_KEYS}`,
    tag,
    summary: 'Create an API key',
    description:
      'The key works until it expires or is revoked, its creator leaves the team, or the project is archived.',
    status: 201,
    idempotent: true,
  },
});

class ListApiKeysRequest extends PageRequest {
  @Id()
  projectId!: string;
}

export const listApiKeys = contract({
  subject: 'identity.api-keys.list',
  request: ListApiKeysRequest,
  reply: pageOf(ApiKey),
  http: { id: 'listApiKeys', route: `GET ${API_KEYS}`, tag, summary: 'List the API keys of a project' },
});

class RevokeApiKeyRequest {
  @Id()
  projectId!: string;

  @Id()
  apiKeyId!: string;

  @UserId({ from: 'userId' })
  userId!: string;

  @Client()
  client?: ClientInfo;
}

/** Idempotent; the key stops working before the reply. */
export const revokeApiKey = contract({
  subject: 'identity.api-keys.revoke',
  request: RevokeApiKeyRequest,
  reply: ApiKey,
  http: {
    id: 'revokeApiKey',
    route: `DELETE ${API_KEYS}/:apiKeyId`,
    tag,
    summary: 'Revoke an API key',
    again: SAME_AGAIN,
    replies: { revokedAt: '2026-05-01T12:00:00.000Z', revokedReason: 'revoked' },
  },
});

class EndApiKeysRequest {
  @Id()
  projectId!: string;

  @UserId({ nullable: true, description: 'Creator of the keys; null: all of the project' })
  userId!: string | null;
}

/** Ends API keys before the reply that a member was removed or a project archived. */
export const endApiKeys = contract({
  subject: 'identity.api-keys.end',
  callers: ['quests-verify'],
  request: EndApiKeysRequest,
  reply: null,
  // Shorter than the deadline of the change that waits for it.
  deadlineMs: 2_000,
});
