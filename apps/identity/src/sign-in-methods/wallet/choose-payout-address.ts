import { Injectable } from '@nestjs/common';
import { removePayoutAddress, setPayoutAddress, type PayoutAddress } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { AuditRepository } from '../../audit/audit.repository.js';
import { MailOrdersRepository } from '../../security/mailed-codes/mail-orders.repository.js';
import { Chains } from '../../shared/chains.js';
import { commitEvenRefused } from '../../shared/transactions.js';
import { UsersRepository } from '../../users/users.repository.js';
import { answersChallenge } from './challenge.js';
import { ChallengesRepository } from './challenges.repository.js';
import { PayoutAddressesRepository } from './payout-addresses.repository.js';

/** Chooses where a user is paid. The proof shows that the user has the key, so that no contract can be chosen. */
@Injectable()
export class ChoosePayoutAddress {
  constructor(
    private readonly database: Database,
    private readonly chains: Chains,
    private readonly challengesRepository: ChallengesRepository,
    private readonly payoutAddressesRepository: PayoutAddressesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly mailOrdersRepository: MailOrdersRepository,
    private readonly auditRepository: AuditRepository,
  ) {}

  /** WALLET_SIGNATURE_INVALID, TOO_MANY */
  @Rpc(setPayoutAddress)
  async execute({ userId, client, ...proof }: RequestOf<typeof setPayoutAddress>): Promise<PayoutAddress> {
    return commitEvenRefused(this.database, 'identity.payout-address', async (tx) => {
      const challenge = await this.challengesRepository.burn(tx, proof.nonce);
      const chain = this.chains.forLink(proof.chainId);
      if (!answersChallenge(challenge, { purpose: 'payout', userId }, chain, proof)) {
        throw new AppError('WALLET_SIGNATURE_INVALID');
      }
      await this.usersRepository.lockActive(tx, userId);
      const { chainId, address } = proof;
      const chosen = await this.payoutAddressesRepository.set(tx, userId, chainId, address);
      if (chosen === undefined) throw new AppError('TOO_MANY');
      await this.mailOrdersRepository.notify(tx, 'payout_address_changed', 'user', userId);
      await this.auditRepository.add(tx, {
        action: 'payout_address.set',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { chainId, address },
      });
      return chosen;
    });
  }

  /** NOT_FOUND */
  @Rpc(removePayoutAddress)
  async remove({ userId, chainId, client }: RequestOf<typeof removePayoutAddress>): Promise<null> {
    return this.database.transaction(async (tx) => {
      await this.usersRepository.lockActive(tx, userId);
      const { address } = found(await this.payoutAddressesRepository.remove(tx, userId, chainId));
      await this.mailOrdersRepository.notify(tx, 'payout_address_changed', 'user', userId);
      await this.auditRepository.add(tx, {
        action: 'payout_address.removed',
        actor: { type: 'user', id: userId },
        subjectId: userId,
        client,
        details: { chainId, address },
      });
      return null;
    });
  }
}
