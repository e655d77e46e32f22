import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { verifySecretCode } from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { EnterCode } from './enter-code.js';

@Injectable()
export class SecretCodeHandlers {
  constructor(private readonly enterCode: EnterCode) {}

  @Rpc(verifySecretCode)
  async verify(request: RequestOf<typeof verifySecretCode>) {
    return this.enterCode.run(request);
  }
}
