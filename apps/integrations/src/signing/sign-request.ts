import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Vault } from '@questp/vault';
import { signedHeaders } from '../outbound/signed-headers.js';
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
    const isPreviousGood = row.previousUntil !== null && row.previousUntil > new Date();
    const secrets = Object.entries(row.fields)
      .filter(([field]) => field === 'current' || isPreviousGood)
      .map(([field, sealed]) => this.vault.open(placeOf(row, field), sealed).reveal());
    return signedHeaders(secrets, id, body);
  }

  /** The headers of a sender who does not know the secret. */
  forgedHeaders(id: string, body: string): Record<string, string> {
    return signedHeaders([newSigningSecret()], id, body);
  }
}

export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
