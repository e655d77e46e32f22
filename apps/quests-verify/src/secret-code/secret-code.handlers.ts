import { Controller } from '@nestjs/common';
import { verifySecretCode, type RequestOf } from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { enterCode } from './enter-code.js';

@Controller()
export class SecretCodeHandlers {
  constructor(private readonly db: Database) {}

  @Rpc(verifySecretCode)
  async verify(request: RequestOf<typeof verifySecretCode>) {
    return enterCode(this.db, request);
  }
}
