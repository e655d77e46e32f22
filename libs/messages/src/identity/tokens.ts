import { contract } from '../contract.js';
import type { Principal, PrincipalFamily } from '../principals.js';

/** Looks a token up by its SHA-256 (hex). Null: unknown, ended or expired. Suspended users resolve with their status. */
export const resolveToken = contract<{ family: PrincipalFamily; tokenHash: string }, { principal: Principal | null }>(
  'identity.tokens.resolve',
);
