import { Controller } from '@nestjs/common';
import { verifySecretCode, type RequestOf } from '@questp/messages';
import { Rpc } from '@questp/service';
import { EnterCode } from './enter-code.js';

@Controller()
export class SecretCodeHandlers {
  constructor(private readonly enterCode: EnterCode) {}

  @Rpc(verifySecretCode)
  async verify(request: RequestOf<typeof verifySecretCode>) {
    return this.enterCode.run(request);
  }
}
