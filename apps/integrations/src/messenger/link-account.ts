import { Injectable } from '@nestjs/common';
import { linkMessengerAccount } from '@questp/messages/identity';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { sha256 } from '../oauth/secrets.js';
import type { Account } from '../outbound/account.js';
import { MessengerLinksRepository } from './links.repository.js';

const LINKED = 'Your account is linked. Go back to the quests.';
const EXPIRED = 'This link has expired or was used. Get a new one.';
const REFUSALS: Readonly<Partial<Record<ErrorCode, string>>> = {
  IDENTITY_IN_USE: 'This account is linked to another user, who has to unlink it first.',
  TOO_MANY: 'Another account of the messenger is linked. Unlink it first, and get a new link.',
};

/** Links an account that started the platform's bot with a user's link. */
@Injectable()
export class LinkAccount {
  constructor(
    private readonly bus: Bus,
    private readonly links: MessengerLinksRepository,
  ) {}

  /** What the bot answers, and the hash of the link that was used. Can be repeated for the same account. */
  async execute(token: string, { accountId, handle }: Account, at: Date): Promise<{ answer: string; used?: Buffer }> {
    const used = sha256(token);
    const userId = await this.links.bind(used, accountId, at);
    if (userId === undefined) return { answer: EXPIRED };
    try {
      await this.bus.call(linkMessengerAccount, { userId, accountId, handle });
      return { answer: LINKED, used };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { answer: REFUSALS[error.code] ?? EXPIRED, used };
    }
  }
}
