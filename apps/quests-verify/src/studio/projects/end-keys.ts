import { Inject, Injectable } from '@nestjs/common';
import { endApiKeys } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Bus, currentContext, LOGGER, newCallContext, runInOwnContext, type Logger } from '@questp/service';

/** Ends the API keys of a former member or an archived project; none works after the reply. */
@Injectable()
export class EndKeys {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Runs with the rights of the service, because the caller may be the member who left. Without a reply, the event has
   * the same effect later.
   */
  async execute(request: RequestOf<typeof endApiKeys>): Promise<void> {
    const asked = currentContext();
    const start = { name: 'end API keys', kind: 'internal' } as const;
    await runInOwnContext(newCallContext(asked?.requestId, asked?.traceparent, start), async () => {
      try {
        await this.bus.call(endApiKeys, request);
      } catch (error) {
        this.logger.error({ err: error, ...request }, 'API keys not ended; the event will');
      }
    });
  }
}
