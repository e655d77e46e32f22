import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { findAccountOwner, listLinkedAccounts } from '@questp/messages/identity';
import { Bus, hashSecret } from '@questp/service';
import { AskToConfirm } from '../../webhooks/account-links/ask-to-confirm.js';
import { LinkAccount } from '../../webhooks/account-links/link-account.js';
import { LinkTokensRepository } from '../../webhooks/account-links/link-tokens.repository.js';
import { ScopedAccountsRepository } from '../../webhooks/account-links/scoped-accounts.repository.js';
import { at } from '../../description/account.js';
import type { Delivery, DeliveryHandler, Effect } from '../../description/delivery-handler.js';
import { ConnectedAccounts, type ConnectedAccount } from './connected-accounts.js';

const provider = 'photosite';

/** Asks the account that sent a code to a connected account for a confirmation, and links it after that. */
@Injectable()
export class HandleMessage implements DeliveryHandler {
  constructor(
    private readonly bus: Bus,
    private readonly connectedAccounts: ConnectedAccounts,
    private readonly linkTokensRepository: LinkTokensRepository,
    private readonly scopedAccountsRepository: ScopedAccountsRepository,
    private readonly askToConfirm: AskToConfirm,
    private readonly linkAccount: LinkAccount,
  ) {}

  async handle({ receiver, body, receivedAt }: Delivery): Promise<Effect> {
    const [scopedId, code] = [String(at(body, 'senderId')), hashSecret(String(at(body, 'code')))];
    const account = await this.connectedAccounts.find(receiver);
    if (account === undefined) return {};
    const sent = [{ provider, receiver }, code, scopedId, receivedAt] as const;
    const confirmedBy = await this.linkTokensRepository.confirmed(...sent);
    if (confirmedBy !== undefined) return this.link(account, { receiver, userId: confirmedBy, scopedId, code });
    const userId = await this.linkTokensRepository.bind(...sent);
    // Anybody can send a message; only a valid code is answered.
    if (userId === undefined) return {};
    const handle = await this.connectedAccounts.usernameOf(account, scopedId);
    const asked = { userId, accountId: scopedId, handle };
    const { write, answer } = await this.askToConfirm.execute(asked, code, (next) => `send ${next}`);
    return { ...(write && { write }), reply: () => this.connectedAccounts.say(account, scopedId, answer) };
  }

  private async link(
    account: ConnectedAccount,
    { receiver, userId, scopedId, code }: { receiver: string; userId: string; scopedId: string; code: Buffer },
  ): Promise<Effect> {
    const handle = await this.connectedAccounts.usernameOf(account, scopedId);
    const accountId = await this.accountOf(userId, receiver, scopedId, handle);
    const { isLinked, answer } = await this.linkAccount.execute({ provider, userId, accountId, handle });
    return {
      write: async (tx) => {
        await this.linkTokensRepository.use(tx, code);
        if (!isLinked) return;
        await this.scopedAccountsRepository.store(tx, { provider, scope: receiver }, { scopedId, accountId, userId });
        await emit(tx, 'integration.fact_observed', userId, { userId, provider });
      },
      reply: () => this.connectedAccounts.say(account, scopedId, answer),
    };
  }

  /**
   * Returns the id by which the sender's account is linked. The photo site gives a person a different id for each
   * connected account. The id for the first connected account is linked; for others, the name identifies the account.
   */
  private async accountOf(userId: string, scope: string, scopedId: string, handle: string | null): Promise<string> {
    const known = await this.scopedAccountsRepository.accountId({ provider, scope }, scopedId);
    if (known !== undefined && (await this.isOfAnother(known, userId))) return known;
    const { items } = await this.bus.call(listLinkedAccounts, { userId });
    const own = items.find((account) => account.provider === provider);
    if (own !== undefined && handle !== null && own.handle === handle) {
      const seen = await this.scopedAccountsRepository.scopedId({ provider, scope }, own.accountId);
      if (seen === undefined || seen === scopedId) return own.accountId;
    }
    return known ?? `${scope}_${scopedId}`;
  }

  private async isOfAnother(accountId: string, userId: string): Promise<boolean> {
    const owner = await this.bus.call(findAccountOwner, { provider, accountId });
    return owner.userId !== null && owner.userId !== userId;
  }
}
