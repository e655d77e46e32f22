import { Controller } from '@nestjs/common';
import { resolveToken, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { TokensRepository } from './tokens.repository.js';

const SHA256_HEX = /^[0-9a-f]{64}$/;

@Controller()
export class TokensHandlers {
  constructor(private readonly tokens: TokensRepository) {}

  @Rpc(resolveToken)
  async resolve({ family, tokenHash }: RequestOf<typeof resolveToken>) {
    if (!SHA256_HEX.test(tokenHash)) return { principal: null };
    return { principal: (await this.tokens.resolve(family, Buffer.from(tokenHash, 'hex'))) ?? null };
  }
}
