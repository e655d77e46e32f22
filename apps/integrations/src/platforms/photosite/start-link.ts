import { Injectable } from '@nestjs/common';
import { PHOTOSITE_CODE_MINUTES, startPhotositeLink, type PhotositeLink } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { hashSecret, Rpc } from '@questp/service';
import { LinkTokensRepository } from '../../webhooks/account-links/link-tokens.repository.js';
import { ConnectionsRepository } from '../../connections/connections.repository.js';
import { newLinkCode } from '../../webhooks/account-links/link-code.js';

@Injectable()
export class StartPhotositeLink {
  constructor(
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly linkTokensRepository: LinkTokensRepository,
  ) {}

  /** NOT_FOUND for a project that is not connected */
  @Rpc(startPhotositeLink)
  async execute({ userId, projectId }: RequestOf<typeof startPhotositeLink>): Promise<PhotositeLink> {
    const connection = await this.connectionsRepository.get(projectId, 'photosite');
    const handle = connection?.name ?? null;
    if (connection === undefined || handle === null) {
      throw new AppError('NOT_FOUND', { detail: 'The project is not connected to an account of the photo site.' });
    }
    const code = newLinkCode();
    const place = { provider: 'photosite', receiver: connection.accountId } as const;
    const expiresAt = await this.linkTokensRepository.insert(place, userId, hashSecret(code), PHOTOSITE_CODE_MINUTES);
    return { code, handle, url: `https://ig.me/m/${handle}`, expiresAt: expiresAt.toISOString() };
  }
}
