import { Injectable } from '@nestjs/common';
import { getPublicProfile, type linkAccountByMessage } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { Tx } from '@questp/postgres';
import { Bus, hashSecret } from '@questp/service';
import { newLinkCode } from './link-code.js';
import { EXPIRED } from './link-account.js';
import { LinkTokensRepository } from './link-tokens.repository.js';

/** What to store and to answer after a valid token. */
interface Asked {
  write?: (tx: Tx) => Promise<void>;
  answer: string;
}

/**
 * Asks the person who sent a user's token whether to link the account, and names both sides. A link can be passed on to
 * another person, who would otherwise link the account to a stranger's user by opening it.
 */
@Injectable()
export class AskToConfirm {
  constructor(
    private readonly bus: Bus,
    private readonly linkTokensRepository: LinkTokensRepository,
  ) {}

  /** @param how how to send the code, as an imperative */
  async execute(
    { userId, accountId, handle }: Omit<RequestOf<typeof linkAccountByMessage>, 'provider'>,
    token: Buffer,
    how: (code: string) => string,
  ): Promise<Asked> {
    const user = await this.nameOf(userId);
    if (user === undefined) return { answer: EXPIRED };
    const code = newLinkCode();
    const account = handle === null ? `your account ${accountId}` : `your account @${handle}`;
    return {
      write: (tx) => this.linkTokensRepository.awaitConfirmation(tx, token, hashSecret(code)),
      answer: `This links ${account} to the user ${user} of the quest platform. If this user is you, ${how(code)} to confirm. If not, do nothing, and nothing is linked.`,
    };
  }

  /** A display name is not unique, so the username or the id is named as well. Undefined for a suspended user. */
  private async nameOf(userId: string): Promise<string | undefined> {
    try {
      const { username, displayName } = await this.bus.call(getPublicProfile, { userId });
      const unique = username === null ? userId : `@${username}`;
      return displayName === null ? unique : `"${displayName}" (${unique})`;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }
}
