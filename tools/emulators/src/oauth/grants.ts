import { randomBytes } from 'node:crypto';
import type { Person } from '../people.js';

/** The consent of a person to the platform under test. */
export interface Grant {
  readonly person: Person;
  scopes: readonly string[];
  /** Parameters of the request that the token answer repeats. */
  readonly asked: Readonly<Record<string, string>>;
}

export interface Code {
  grant: Grant;
  redirectUri: string;
  challenge: string | undefined;
  challengeMethod: string;
  expiresAt: number;
  refreshable: boolean;
}

interface Access {
  grant: Grant;
  expiresAt: number;
}

const expire = (one: { expiresAt: number } | undefined): void => {
  if (one) one.expiresAt = 0;
};

/** Codes and tokens of one platform, in memory. */
export class Grants {
  private readonly codes = new Map<string, Code>();
  private readonly access = new Map<string, Access>();
  private readonly refresh = new Map<string, Grant>();

  constructor(private readonly tokenPrefix: string) {}

  issueCode(code: Code): string {
    const value = randomBytes(24).toString('base64url');
    this.codes.set(value, code);
    return value;
  }

  /** Removes the code, so that it works once. */
  takeCode(value: string): Code | undefined {
    const code = this.codes.get(value);
    this.codes.delete(value);
    return code && code.expiresAt > Date.now() ? code : undefined;
  }

  issueAccess(grant: Grant, seconds: number | undefined): string {
    const value = this.newToken();
    this.access.set(value, { grant, expiresAt: seconds === undefined ? Infinity : Date.now() + seconds * 1_000 });
    return value;
  }

  issueRefresh(grant: Grant): string {
    const value = this.newToken();
    this.refresh.set(value, grant);
    return value;
  }

  ofAccess(token: string): Grant | undefined {
    const access = this.access.get(token);
    return access && access.expiresAt > Date.now() ? access.grant : undefined;
  }

  ofRefresh(token: string): Grant | undefined {
    return this.refresh.get(token);
  }

  /** Of a token of either kind. */
  ofAny(token: string): Grant | undefined {
    return this.ofAccess(token) ?? this.ofRefresh(token);
  }

  hasRefreshOf(person: Person): boolean {
    return [...this.refresh.values()].some((grant) => grant.person === person);
  }

  dropRefresh(token: string): void {
    this.refresh.delete(token);
  }

  dropAccess(token: string): void {
    this.access.delete(token);
  }

  /** Ends every token of the grant. */
  revoke(grant: Grant): void {
    for (const [token, access] of this.access) if (access.grant === grant) this.access.delete(token);
    for (const [token, other] of this.refresh) if (other === grant) this.refresh.delete(token);
  }

  /** Ends every grant of the person. */
  revokeAllOf(person: Person): void {
    const grants = [...this.access.values()].map(({ grant }) => grant).filter((grant) => grant.person === person);
    for (const grant of grants) this.revoke(grant);
  }

  /** Lets the code or the access token run out now. */
  expire(value: string): void {
    expire(this.codes.get(value));
    expire(this.access.get(value));
  }

  private newToken(): string {
    return this.tokenPrefix + randomBytes(27).toString('base64url');
  }
}
