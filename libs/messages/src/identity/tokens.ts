import { contract } from '../contract.js';
import { Count, Flag, Nested, OneOf, Text } from '../fields/index.js';
import {
  AdminPrincipal,
  ApiKeyPrincipal,
  PRINCIPAL_FAMILIES,
  UserPrincipal,
  type PrincipalFamily,
} from '../principals.js';

class ResolveTokenRequest {
  @OneOf(PRINCIPAL_FAMILIES)
  family!: PrincipalFamily;

  @Text({ form: 'sha256', description: 'SHA-256 (hex) of the token' })
  tokenHash!: string;
}

/** Whom a token belongs to; all are null for one that is unknown, ended or expired. */
export class TokenOwner {
  @Nested(() => UserPrincipal, { nullable: true })
  user!: UserPrincipal | null;

  @Nested(() => AdminPrincipal, { nullable: true })
  admin!: AdminPrincipal | null;

  @Nested(() => ApiKeyPrincipal, { nullable: true })
  apiKey!: ApiKeyPrincipal | null;

  @Count({ nullable: true, description: 'Milliseconds until the token ends at the latest; null: it does not' })
  validForMs!: number | null;

  @Flag({ description: "Of nobody now, but was somebody's until lately: expired, or revoked" })
  ended!: boolean;
}

/** Looks a token up. Suspended users resolve with their status. */
export const resolveToken = contract({
  subject: 'identity.tokens.resolve',
  callers: ['gateway'],
  reads: true,
  request: ResolveTokenRequest,
  reply: TokenOwner,
});
