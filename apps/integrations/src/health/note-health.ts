import { Inject, Injectable } from '@nestjs/common';
import type { Server, ServerState } from '@questp/egress';
import { LOGGER, type Logger } from '@questp/service';
import { HealthRepository } from './health.repository.js';

/** Lets operators know of servers that keep failing, and that answer again. */
@Injectable()
export class NoteHealth {
  constructor(
    private readonly health: HealthRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody who asks a server waits for it. */
  execute({ destination, host }: Server, state: ServerState): void {
    this.health.change(host ?? destination, { destination, host, state }).catch((error: unknown) => {
      this.logger.warn({ err: error, destination, state }, 'health of a server not noted');
    });
  }
}
