import { AppError } from '../errors/app-error.js';
import { ListOfText, Nested, Text, enumeration, type FieldOptions } from '../fields/index.js';

/** How names of users are bounded, wherever they are shown. */
export const USERNAME = { max: 30, description: 'Unique username; null: none', example: 'alice' } as const;
export const DISPLAY_NAME = { max: 50, description: 'Display name, not unique; null: none', example: 'Alice' } as const;
/** The same of accounts on a chain. */
export const ACCOUNT_CHAIN = { max: 64 } as const;
export const ACCOUNT_ADDRESS = { max: 128 } as const;
export const AVATAR_URL = {
  max: 2_000,
  description: 'URL of the profile image, or /v1/files/<id>/image of an uploaded one; null: none',
  example: 'https://images.example.org/alice.png',
} as const;

/** ISO 8601 UTC with milliseconds. */
export type Timestamp = string;

export const ACCOUNT_STATUSES = enumeration('AccountStatus', ['active', 'suspended']);
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
/** A merged account gave all it had to another one, and a deleted one has nobody; neither is signed in to. */
export const USER_STATUSES = enumeration('UserStatus', [...ACCOUNT_STATUSES, 'merged', 'deleted']);
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Of a creating request that came with an Idempotency-Key.
 * Same scope and key: same hash replays the first reply for 24 h, another hash is IDEMPOTENCY_KEY_REUSED.
 */
export class Idempotency {
  @Text({ min: 1, max: 400, description: 'principal and route' })
  scope!: string;

  @Text({ min: 1, max: 200, form: 'printable' })
  key!: string;

  @Text({ form: 'sha256', description: 'SHA-256 (hex) of the body as it was received' })
  requestHash!: string;
}

/** Extended by requests that create something. */
export class Creating {
  @Nested(() => Idempotency, { optional: true, from: 'idempotency' })
  idempotency?: Idempotency;
}

/** Extended by changes of what has a version, which are refused (PRECONDITION_FAILED) when that is another one by now. */
export class Changing {
  @ListOfText({ optional: true, from: 'ifMatch', max: 10, maxLength: 20, description: 'Versions that may be changed' })
  ifMatch?: string[];
}

/** The version of an entity that was written at a moment; every change of it is at least a millisecond later. */
export const versionOf = (updatedAt: Date): string => updatedAt.getTime().toString(36);

/** PRECONDITION_FAILED unless what is locked is of a version that may be changed. @param wanted undefined: any */
export function requireVersion(wanted: readonly string[] | undefined, { updatedAt }: { updatedAt: Date }): void {
  if (wanted !== undefined && !wanted.includes(versionOf(updatedAt))) throw new AppError('PRECONDITION_FAILED');
}

/** Where a request came from, for sessions and the audit log. */
export class ClientInfo {
  @Text({ max: 64, description: 'IP address of the client', example: '203.0.113.7' })
  ip!: string;

  @Text({ max: 300, description: 'User agent of the client', example: 'Mozilla/5.0' })
  userAgent!: string;
}

/** A request that leaves an entry in the audit log knows its client. */
export const Client = (options: FieldOptions = {}): PropertyDecorator =>
  Nested(() => ClientInfo, { optional: true, from: 'client', ...options });

/** A request without members. */
export class Nothing {}
