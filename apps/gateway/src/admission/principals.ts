import { createHash } from 'node:crypto';
import { principalKey, TOKEN_PREFIX, type Principal, type PrincipalFamily } from '@questp/messages/access';
import { PrincipalRevoked, resolveToken } from '@questp/messages/identity';
import { Nested } from '@questp/messages/language';
import { eventSubject, PRINCIPAL_REVOKED } from '@questp/messages/tables';
import type { Bus, CallContext } from '@questp/service';
import { LRUCache } from 'lru-cache';

const BEARER = /^Bearer (svc[A-Za-z0-9_-]{40,80})$/i;
const CACHE_MS = 10_000;
const FAMILIES = Object.entries(TOKEN_PREFIX) as [PrincipalFamily, string][];

/** Why a token has no principal: it is unknown, or it has expired. */
export type NoPrincipal = 'UNAUTHENTICATED' | 'TOKEN_EXPIRED';

/** The revocation as a stored event: it arrives even if the process that had to broadcast it died. */
class RevocationEvent {
  @Nested(() => PrincipalRevoked)
  data!: PrincipalRevoked;
}

/** Resolves tokens to principals: asks identity, caches the answer for 10 s, and drops it at once on a revocation. */
export class Principals {
  private readonly known = new LRUCache<string, Principal>({ max: 20_000, ttl: CACHE_MS });
  /** Incremented by every loss of access, so that a result requested earlier is not cached. */
  private losses = 0;

  constructor(private readonly bus: Bus) {}

  /** Subscribes to revocations; `onLoss` is called after the cached principals are dropped. */
  open(onLoss: (lost: PrincipalRevoked) => void): void {
    const lose = (lost: PrincipalRevoked) => {
      this.forget(lost);
      onLoss(lost);
    };
    this.bus.listen(PRINCIPAL_REVOKED, PrincipalRevoked, lose);
    this.bus.listen(eventSubject('principal.revoked'), RevocationEvent, ({ data }) => lose(data));
    this.bus.onReconnect(() => {
      this.losses += 1;
      this.known.clear();
    });
  }

  /** The principal of an Authorization header, or the reason why there is none. */
  resolve(authorization: string, context: CallContext): Principal | NoPrincipal | Promise<Principal | NoPrincipal> {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) return 'UNAUTHENTICATED';
    const family = FAMILIES.find(([, prefix]) => token.startsWith(prefix))?.[0];
    if (family === undefined) return 'UNAUTHENTICATED';
    const tokenHash = createHash('sha256').update(token).digest('hex');
    return this.known.get(tokenHash) ?? this.ask(family, tokenHash, context);
  }

  private async ask(
    family: PrincipalFamily,
    tokenHash: string,
    context: CallContext,
  ): Promise<Principal | NoPrincipal> {
    const lossesBefore = this.losses;
    const { user, admin, apiKey, validForMs, ended } = await this.bus.call(
      resolveToken,
      { family, tokenHash },
      context,
    );
    const principal = user ?? admin ?? apiKey;
    if (principal === null) return ended ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED';
    if (lossesBefore === this.losses) {
      this.known.set(tokenHash, principal, { ttl: Math.min(CACHE_MS, validForMs ?? CACHE_MS) });
    }
    return principal;
  }

  private forget({ family, id, sessionId }: PrincipalRevoked): void {
    this.losses += 1;
    for (const [tokenHash, principal] of this.known.entries()) {
      if (principal.family !== family || principalKey(principal) !== id) continue;
      if (sessionId !== undefined && 'sessionId' in principal && principal.sessionId !== sessionId) continue;
      this.known.delete(tokenHash);
    }
  }
}
