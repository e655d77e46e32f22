import { Injectable } from '@nestjs/common';
import { getMergeOffer, type MergeOffer, type MergeRefusal } from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { previewAccountMerge, type MergePreview } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { UserEmailsRepository } from '../../sign-in-methods/email/user-emails.repository.js';
import { LinkedAccountsRepository } from '../../sign-in-methods/oauth/linked-accounts.repository.js';
import { TwoFactorRepository } from '../../security/two-factor/two-factor.repository.js';
import { toPublicProfile } from '../../users/public-profile.js';
import { PublicProfilesRepository } from '../../users/public-profiles.repository.js';
import { toWallet } from '../../users/user.js';
import { UsersRepository } from '../../users/users.repository.js';
import { AccountMergesRepository } from './account-merges.repository.js';
import { MergeOffersRepository } from '../../sign-in-methods/merge-offers.repository.js';
import { MergedMethodsRepository } from './merged-methods.repository.js';

@Injectable()
export class ShowMergeOffer {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly mergeOffersRepository: MergeOffersRepository,
    private readonly accountMergesRepository: AccountMergesRepository,
    private readonly mergedMethodsRepository: MergedMethodsRepository,
    private readonly usersRepository: UsersRepository,
    private readonly publicProfilesRepository: PublicProfilesRepository,
    private readonly userEmailsRepository: UserEmailsRepository,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
    private readonly twoFactorRepository: TwoFactorRepository,
  ) {}

  @Rpc(getMergeOffer)
  async execute({ userId, sessionId, offerId }: RequestOf<typeof getMergeOffer>): Promise<MergeOffer> {
    const { absorbedId, expiresAt } = await this.mergeOffersRepository.get(this.database, userId, sessionId, offerId);
    const earned = await this.bus.call(previewAccountMerge, { survivorId: userId, absorbedId });
    const [own, accounts] = [
      await this.linkedAccountsRepository.list(this.database, userId),
      await this.linkedAccountsRepository.list(this.database, absorbedId),
    ];
    const [ownEmail, email] = [
      await this.userEmailsRepository.of(this.database, userId),
      await this.userEmailsRepository.of(this.database, absorbedId),
    ];
    return {
      id: offerId,
      expiresAt: expiresAt.toISOString(),
      account: toPublicProfile(await this.publicProfilesRepository.get(absorbedId)),
      wallets: (await this.usersRepository.wallets(this.database, absorbedId)).map(toWallet),
      emailMoves: email === undefined ? null : ownEmail === undefined,
      linkedAccounts: accounts.map(({ provider }) => ({
        provider,
        moves: !own.some((account) => account.provider === provider),
      })),
      earned,
      refusal: await this.refusal(userId, absorbedId, earned),
    };
  }

  private async refusal(userId: string, absorbedId: string, { hasRoles }: MergePreview): Promise<MergeRefusal | null> {
    if (hasRoles) return 'ACCOUNT_HAS_ROLES';
    for (const id of [userId, absorbedId]) {
      if (await this.accountMergesRepository.isMerging(this.database, id)) return 'ACCOUNT_MERGING';
    }
    if ((await this.twoFactorRepository.method(this.database, absorbedId)) !== undefined) return 'IDENTITY_IN_USE';
    return (await this.mergedMethodsRepository.hasRoom(this.database, userId, absorbedId)) ? null : 'TOO_MANY';
  }
}
