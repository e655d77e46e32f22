import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Vault } from '@questp/vault';
import { signedHeaders } from '../outbound/signed-headers.js';
import { newSigningSecret, signingSecrets } from './rotating-secret.js';
import { placeOf, SigningSecretsRepository } from './signing-secrets.repository.js';

/** Signs requests to endpoints of projects. */
@Injectable()
export class SignRequest {
  constructor(
    private readonly signingSecretsRepository: SigningSecretsRepository,
    private readonly vault: Vault,
  ) {}

  /**
   * The headers of a request, with a signature by each secret that is valid now. NOT_FOUND without one.
   * @param id of the message, the same for each try
   */
  async headersFor(projectId: string, id: string, body: string): Promise<Record<string, string>> {
    const row = await this.signingSecretsRepository.get(projectId);
    if (row === undefined) throw new AppError('NOT_FOUND');
    const secrets = signingSecrets(this.vault, (field) => placeOf(row, field), row);
    return signedHeaders(secrets, id, body);
  }

  /** The headers of a sender who does not know the secret. */
  forgedHeaders(id: string, body: string): Record<string, string> {
    return signedHeaders([newSigningSecret()], id, body);
  }
}
