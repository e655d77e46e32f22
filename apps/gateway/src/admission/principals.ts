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

/** Why a token is nobody's: it is none that is known, or one that has ended. */
export type NoPrincipal = 'UNAUTHENTICATED' | 'TOKEN_EXPIRED';

/** As the broker stores it: the event arrives also when whoever had to broadcast died. */
class RevocationEvent {
  @Nested(() => PrincipalRevoked)
  data!: PrincipalRevoked;
}

/** Who a token belongs to: asked from identity, remembered for 10 s, forgotten at once when access is lost. */
export class Principals {
  private readonly known = new LRUCache<string, Principal>({ max: 20_000, ttl: CACHE_MS });
  /** Grows with every loss of access, so that an answer asked for before it is not remembered. */
  private losses = 0;

  constructor(private readonly bus: Bus) {}

  /** Listens for lost access; `onLoss` is called once what was known of it is forgotten. */
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

  /** The principal of an Authorization header, or why there is none. */
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
