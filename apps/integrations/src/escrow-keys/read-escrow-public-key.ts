import { Injectable } from '@nestjs/common';
import { readEscrowPublicKey } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { CredentialsRepository } from '../credentials/credentials.repository.js';

@Injectable()
export class ReadEscrowPublicKey {
  constructor(private readonly credentialsRepository: CredentialsRepository) {}

  /** ESCROW_KEY_MISSING */
  @Rpc(readEscrowPublicKey)
  async execute({ provider }: RequestOf<typeof readEscrowPublicKey>): Promise<ReplyOf<typeof readEscrowPublicKey>> {
    const publicKey = (await this.credentialsRepository.get(provider))?.publicKey;
    if (!publicKey) throw new AppError('ESCROW_KEY_MISSING');
    return { publicKey: publicKey.toString('base64') };
  }
}
