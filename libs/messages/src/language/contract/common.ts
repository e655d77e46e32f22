import { AppError } from '../errors/app-error.js';
import { ListOfText, Nested, Text, enumeration, type FieldOptions } from '../fields/index.js';

/** Bounds of user names in every message. */
export const USERNAME = { max: 30, description: 'Unique username; null: none', example: 'alice' } as const;
export const DISPLAY_NAME = { max: 50, description: 'Display name, not unique; null: none', example: 'Alice' } as const;
/** Bounds of chain ids and addresses in every message. */
export const ACCOUNT_CHAIN = { max: 64 } as const;
export const ACCOUNT_ADDRESS = { max: 128 } as const;
export const AVATAR_URL = {
  max: 2_000,
  description: 'URL of the profile image, or /v1/files/<id>/image of an uploaded one; null: none',
  example: 'https://images.example.org/alice.png',
} as const;

/** What a request takes as a CSV file, of `readTable` of libs/csv and the body parser of the gateway. */
export const CSV_FORM =
  'Cells are separated by commas, semicolons, tabs or vertical bars, or by what a first row such as `sep=;` names. The file is in UTF-8 or UTF-16; its media type can also be one that browsers send CSV with, such as `application/vnd.ms-excel` or `text/plain`.';

/** ISO 8601 UTC with milliseconds. */
export type Timestamp = string;

export const ACCOUNT_STATUSES = enumeration('AccountStatus', ['active', 'suspended']);
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
/** `merged`: its contents were moved to another account; `deleted`: its owner deleted it. Neither can sign in. */
export const USER_STATUSES = enumeration('UserStatus', [...ACCOUNT_STATUSES, 'merged', 'deleted']);
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Identifies a creating request that has an Idempotency-Key.
 * For the same scope and key, the same hash replays the first reply for 24 hours; another hash is
 * IDEMPOTENCY_KEY_REUSED.
 */
export class Idempotency {
  @Text({ min: 1, max: 400, description: 'principal and route' })
  scope!: string;

  @Text({ min: 1, max: 200, form: 'printable' })
  key!: string;

  @Text({ form: 'sha256', description: 'SHA-256 (hex) of the body as it was received' })
  requestHash!: string;
}

/** Base class of requests that create something. */
export class Creating {
  @Nested(() => Idempotency, { optional: true, from: 'idempotency' })
  idempotency?: Idempotency;
}

/** Base class of requests that change a versioned entity. PRECONDITION_FAILED if the version has changed. */
export class Changing {
  @ListOfText({ optional: true, from: 'ifMatch', max: 10, maxLength: 20, description: 'Versions that may be changed' })
  ifMatch?: string[];
}

/** The version of an entity is the time of its last change; each change is at least one millisecond later. */
export const versionOf = (updatedAt: Date): string => updatedAt.getTime().toString(36);

/**
 * PRECONDITION_FAILED unless the locked entity has an accepted version.
 * @param wanted undefined: any version
 */
export function requireVersion(wanted: readonly string[] | undefined, { updatedAt }: { updatedAt: Date }): void {
  if (wanted !== undefined && !wanted.includes(versionOf(updatedAt))) throw new AppError('PRECONDITION_FAILED');
}

/** Origin of a request, for sessions and the audit log. */
export class ClientInfo {
  @Text({ max: 64, description: 'IP address of the client', example: '203.0.113.7' })
  ip!: string;

  @Text({ max: 300, description: 'User agent of the client', example: 'Mozilla/5.0' })
  userAgent!: string;
}

/** Base class of requests that write an entry of the audit log. */
export const Client = (options: FieldOptions = {}): PropertyDecorator =>
  Nested(() => ClientInfo, { optional: true, from: 'client', ...options });

/** A request without members. */
export class Nothing {}
