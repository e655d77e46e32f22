import { Injectable } from '@nestjs/common';
import {
  getSecuritySettings,
  getTwoFactor,
  listMethodHashes,
  listSessions,
  resolveToken,
  type Session,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database, toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { MethodHashesRepository } from './method-hashes/method-hashes.repository.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { SecuritySettingsRepository } from './two-factor/security-settings.repository.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';

/** What others read of tokens, sessions and second factors. */
@Injectable()
export class SecurityHandlers {
  constructor(
    private readonly database: Database,
    private readonly methodHashesRepository: MethodHashesRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokensRepository: TokensRepository,
    private readonly securitySettingsRepository: SecuritySettingsRepository,
    private readonly twoFactorRepository: TwoFactorRepository,
  ) {}

  @Rpc(resolveToken)
  async resolveToken({ family, tokenHash }: RequestOf<typeof resolveToken>) {
    const resolved = await this.tokensRepository.resolve(family, tokenHash);
    const { principal = null, validForMs = null } = resolved ?? {};
    return {
      user: principal?.family === 'user' ? principal : null,
      admin: principal?.family === 'admin' ? principal : null,
      apiKey: principal?.family === 'api_key' ? principal : null,
      validForMs,
      ended: resolved === null && (await this.tokensRepository.isKnown(family, tokenHash)),
    };
  }

  @Rpc(listSessions)
  async listSessions(request: RequestOf<typeof listSessions>) {
    const { family, ownerId, sessionId, limit } = request;
    return toPage(
      await this.sessionsRepository.list(family, ownerId, request),
      limit,
      ({ id }) => [id],
      (row): Session => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        isCurrent: row.id === sessionId,
      }),
    );
  }

  @Rpc(listMethodHashes)
  async listMethodHashes({ userId }: RequestOf<typeof listMethodHashes>) {
    return { methodHashes: await this.methodHashesRepository.of(this.database, userId) };
  }

  @Rpc(getTwoFactor)
  async getTwoFactor({ ownerId }: RequestOf<typeof getTwoFactor>) {
    return this.twoFactorRepository.get(ownerId);
  }

  @Rpc(getSecuritySettings)
  async getSecuritySettings() {
    return this.securitySettingsRepository.get();
  }
}
