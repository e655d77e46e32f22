import {
  AdminPrincipal,
  ApiKeyPrincipal,
  PRINCIPAL_FAMILIES,
  UserPrincipal,
  type PrincipalFamily,
} from '../access/principals.js';
import { contract } from '../language/contract/contract.js';
import { Count, Flag, Id, Nested, OneOf, Text } from '../language/fields/index.js';

class ResolveTokenRequest {
  @OneOf(PRINCIPAL_FAMILIES, { description: 'Token family' })
  family!: PrincipalFamily;

  @Text({ form: 'sha256', description: 'SHA-256 (hex) of the token' })
  tokenHash!: string;
}

/** Owner of a token. All members are null for an unknown, revoked or expired token. */
export class TokenOwner {
  @Nested(() => UserPrincipal, {
    nullable: true,
    description: 'User of the token; null: another family, or an invalid token',
  })
  user!: UserPrincipal | null;

  @Nested(() => AdminPrincipal, {
    nullable: true,
    description: 'Operator of the token; null: another family, or an invalid token',
  })
  admin!: AdminPrincipal | null;

  @Nested(() => ApiKeyPrincipal, {
    nullable: true,
    description: 'API key that is the token; null: another family, or an invalid token',
  })
  apiKey!: ApiKeyPrincipal | null;

  @Count({ nullable: true, description: 'Milliseconds until the token ends at the latest; null: it does not' })
  validForMs!: number | null;

  @Flag({ description: "Of nobody now, but was somebody's until lately: expired, or revoked", example: 1 })
  ended!: boolean;
}

/** Resolves a token. A suspended user resolves with that status. */
export const resolveToken = contract({
  subject: 'identity.tokens.resolve',
  callers: ['gateway'],
  reads: true,
  request: ResolveTokenRequest,
  reply: TokenOwner,
});

export class PrincipalRevoked {
  @OneOf(PRINCIPAL_FAMILIES, { description: 'Token family' })
  family!: PrincipalFamily;

  @Text({ max: 64, description: 'User id, admin id or API key id' })
  id!: string;

  @Id({ optional: true, description: 'Only this session; all when absent' })
  sessionId?: string;
}
