import { Injectable } from '@nestjs/common';
import {
  getSigningSecret,
  removeSigningSecret,
  rotateSigningSecret,
  testSigningSecret,
} from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { RemoveSigningSecret } from './remove-signing-secret.js';
import { RotateSigningSecret } from './rotate-signing-secret.js';
import { SigningSecretsRepository, toSigningSecret } from './signing-secrets.repository.js';
import { TestSigningSecret } from './test-signing-secret.js';

@Injectable()
export class SigningSecretHandlers {
  constructor(
    private readonly secrets: SigningSecretsRepository,
    private readonly rotateSigningSecret: RotateSigningSecret,
    private readonly testSigningSecret: TestSigningSecret,
    private readonly removeSigningSecret: RemoveSigningSecret,
  ) {}

  @Rpc(getSigningSecret)
  async get({ projectId }: RequestOf<typeof getSigningSecret>) {
    const row = await this.secrets.get(projectId);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toSigningSecret(row);
  }

  @Rpc(rotateSigningSecret)
  rotate(request: RequestOf<typeof rotateSigningSecret>) {
    return this.rotateSigningSecret.run(request);
  }

  @Rpc(testSigningSecret)
  test(request: RequestOf<typeof testSigningSecret>) {
    return this.testSigningSecret.run(request);
  }

  @Rpc(removeSigningSecret)
  remove(request: RequestOf<typeof removeSigningSecret>) {
    return this.removeSigningSecret.run(request);
  }
}
