import { Inject, Injectable } from '@nestjs/common';
import type { Server, ServerState } from '@questp/egress';
import { LOGGER, type Logger } from '@questp/service';
import { HealthRepository } from './health.repository.js';

/** Reports servers that keep failing, and servers that answer again, to operators. */
@Injectable()
export class NoteHealth {
  /** Changes are written in order, so that the last one stands. */
  private noted: Promise<void> = Promise.resolve();

  constructor(
    private readonly healthRepository: HealthRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Does not delay the request that noticed the change. */
  execute({ destination, host }: Server, state: ServerState): void {
    this.noted = this.noted
      .then(() => this.healthRepository.change(host ?? destination, { destination, host, state }))
      .catch((error: unknown) => {
        this.logger.warn({ err: error, destination, state }, 'health of a server not noted');
      });
  }
}
