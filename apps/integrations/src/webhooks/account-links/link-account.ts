import { Injectable } from '@nestjs/common';
import { linkAccountByMessage } from '@questp/messages/identity';
import { AppError, type ErrorCode, type RequestOf } from '@questp/messages/language';
import { Bus } from '@questp/service';

const LINKED = 'Your account is linked. Go back to the quests.';
/** Sentence for an invalid token. */
export const EXPIRED = 'This link has expired or was used. Get a new one.';
const REFUSALS: Readonly<Partial<Record<ErrorCode, string>>> = {
  IDENTITY_IN_USE: 'This account is linked to another user, who has to unlink it first.',
  TOO_MANY: 'Another account is linked. Unlink it first, and start again.',
};

/** Links an account that confirmed a user's token in a message. */
@Injectable()
export class LinkAccount {
  constructor(private readonly bus: Bus) {}

  /** The answer to the message. Can be repeated for the same account. */
  async execute(account: RequestOf<typeof linkAccountByMessage>): Promise<{ isLinked: boolean; answer: string }> {
    try {
      await this.bus.call(linkAccountByMessage, account);
      return { isLinked: true, answer: LINKED };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { isLinked: false, answer: REFUSALS[error.code] ?? EXPIRED };
    }
  }
}
