import { Inject, Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { PrincipalRevoked } from '@questp/messages/identity';
import { PRINCIPAL_REVOKED } from '@questp/messages/tables';
import type { Tx } from '@questp/postgres';
import { Bus, LOGGER, type Logger } from '@questp/service';

/**
 * Announces changed principals to every gateway twice: by an event that commits with the change, and by a broadcast
 * after the commit and before the reply.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async record(tx: Tx, revoked: PrincipalRevoked): Promise<void> {
    await emit(tx, 'principal.revoked', revoked.id, revoked);
  }

  /** A failed broadcast is only logged: the event follows. */
  async publish(revoked: PrincipalRevoked): Promise<void> {
    try {
      await this.bus.broadcast(PRINCIPAL_REVOKED, revoked);
    } catch (error) {
      this.logger.warn({ err: error, ...revoked }, 'revocation not broadcast');
    }
  }
}
