import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { findAccountOwner, listLinkedAccounts } from '@questp/messages/identity';
import { Bus, hashSecret } from '@questp/service';
import { LinkAccount } from '../account-links/link-account.js';
import { LinkTokensRepository } from '../account-links/link-tokens.repository.js';
import { ScopedAccountsRepository } from '../account-links/scoped-accounts.repository.js';
import { at } from '../outbound/account.js';
import type { Delivery } from '../webhooks/deliveries.repository.js';
import type { DeliveryHandler, Effect } from '../webhooks/delivery-handler.js';
import { ConnectedAccounts } from './connected-accounts.js';

const provider = 'photosite';

/** Links the account that sent a code to a connected account. */
@Injectable()
export class HandleMessage implements DeliveryHandler {
  readonly provider = provider;

  constructor(
    private readonly bus: Bus,
    private readonly connected: ConnectedAccounts,
    private readonly tokens: LinkTokensRepository,
    private readonly scopedAccounts: ScopedAccountsRepository,
    private readonly linkAccount: LinkAccount,
  ) {}

  async handle({ receiver, body, receivedAt }: Delivery): Promise<Effect> {
    const [scopedId, token] = [String(at(body, 'senderId')), hashSecret(String(at(body, 'code')))];
    const account = await this.connected.find(receiver);
    const userId = account && (await this.tokens.bind({ provider, receiver }, token, scopedId, receivedAt));
    // Anybody can send a message; only a valid code is answered.
    if (account === undefined || userId === undefined) return {};
    const handle = await this.connected.usernameOf(account, scopedId);
    const accountId = await this.accountOf(userId, receiver, scopedId, handle);
    const { isLinked, answer } = await this.linkAccount.execute({ provider, userId, accountId, handle });
    return {
      write: async (tx) => {
        await this.tokens.use(tx, token);
        if (!isLinked) return;
        await this.scopedAccounts.store(tx, { provider, scope: receiver }, { scopedId, accountId, userId });
        await emit(tx, 'integration.fact_observed', userId, { userId, provider });
      },
      tell: () => this.connected.say(account, scopedId, answer),
    };
  }

  /**
   * Returns the id by which the sender's account is linked. The photo site gives a person a different id for each
   * connected account. The id for the first connected account is linked; for others, the name identifies the account.
   */
  private async accountOf(userId: string, scope: string, scopedId: string, handle: string | null): Promise<string> {
    const known = await this.scopedAccounts.accountId({ provider, scope }, scopedId);
    if (known !== undefined && (await this.isOfAnother(known, userId))) return known;
    const { items } = await this.bus.call(listLinkedAccounts, { userId });
    const own = items.find((account) => account.provider === provider);
    if (own !== undefined && handle !== null && own.handle === handle) {
      const seen = await this.scopedAccounts.scopedId({ provider, scope }, own.accountId);
      if (seen === undefined || seen === scopedId) return own.accountId;
    }
    return known ?? `${scope}_${scopedId}`;
  }

  private async isOfAnother(accountId: string, userId: string): Promise<boolean> {
    const owner = await this.bus.call(findAccountOwner, { provider, accountId });
    return owner.userId !== null && owner.userId !== userId;
  }
}
