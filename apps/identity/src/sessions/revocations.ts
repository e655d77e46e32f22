import { Inject, Injectable } from '@nestjs/common';
import { PRINCIPAL_REVOKED, type PrincipalRevoked } from '@questp/messages';
import { Bus, LOGGER, type Logger } from '@questp/service';

/** Tells every gateway which principals changed; called after the commit, before the reply. */
@Injectable()
export class Revocations {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What cannot be sent is only logged: the change is committed, and gateways forget on reconnect and with time. */
  async tell(revoked: PrincipalRevoked): Promise<void> {
    try {
      await this.bus.broadcast(PRINCIPAL_REVOKED, revoked);
    } catch (error) {
      this.logger.warn({ err: error, ...revoked }, 'revocation not broadcast');
    }
  }
}
