import { Injectable } from '@nestjs/common';
import { resolveToken } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { TokensRepository } from './tokens.repository.js';

@Injectable()
export class TokensHandlers {
  constructor(private readonly tokens: TokensRepository) {}

  @Rpc(resolveToken)
  async resolve({ family, tokenHash }: RequestOf<typeof resolveToken>) {
    const resolved = await this.tokens.resolve(family, tokenHash);
    const { principal = null, validForMs = null } = resolved ?? {};
    return {
      user: principal?.family === 'user' ? principal : null,
      admin: principal?.family === 'admin' ? principal : null,
      apiKey: principal?.family === 'api_key' ? principal : null,
      validForMs,
      ended: resolved === null && (await this.tokens.isKnown(family, tokenHash)),
    };
  }
}
