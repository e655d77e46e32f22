import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { OAUTH_PLATFORMS } from '@questp/messages/shared';
import { BackgroundWorker, newCallContext, runInOwnContext } from '@questp/service';
import { Platforms } from '../description/platforms.js';
import { AccessTokens } from './access-tokens.js';
import { GrantsRepository } from './grants.repository.js';

const IDLE_MS = 60_000;
const BATCH = 20;

/** Renews long-lived tokens a month before they expire, also those that are not in use. */
@Injectable()
export class RenewTokens extends BackgroundWorker {
  constructor(
    private readonly grantsRepository: GrantsRepository,
    private readonly accessTokens: AccessTokens,
    private readonly platforms: Platforms,
  ) {
    super({ name: 'renew-tokens', idleMs: IDLE_MS });
  }

  async execute(): Promise<boolean> {
    const providers = OAUTH_PLATFORMS.filter(
      (one) => this.platforms.of(one).projectOAuth?.(this.platforms.config).longLived,
    );
    const renew = (id: string) => {
      const context = newCallContext(undefined, undefined, { name: 'renew token', kind: 'internal' });
      return runInOwnContext(context, () => this.renew(id));
    };
    await this.each(await this.grantsRepository.dueAhead(providers, BATCH), renew, (grantId) => ({ grantId }));
    return false;
  }

  /** A token that is refused ends its connection; the others are tried again. */
  private async renew(id: string): Promise<void> {
    try {
      await this.accessTokens.renewAhead(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn({ code: error.code }, 'token not renewed');
    }
  }
}
