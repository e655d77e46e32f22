import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decodeAddress, signInMessage } from '@questp/chains';
import { createLinkChallenge, createPayoutChallenge, createSignInChallenge } from '@questp/messages/identity';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { WalletChallenge } from '@questp/messages/shared';
import { CONFIG, Rpc } from '@questp/service';
import type { Config } from '../../shared/config.js';
import { isLine } from '../../shared/text.js';
import { Chains } from '../../shared/chains.js';
import type { ChallengeSubject } from './challenge.js';
import { ChallengesRepository } from './challenges.repository.js';

/** Issues the texts that wallets sign (spec 5.2). */
@Injectable()
export class CreateChallenge {
  private readonly domain: string;
  private readonly statements: Record<ChallengeSubject['purpose'], string>;

  /** Throws if a configured part of the text contains a line break. */
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly chains: Chains,
    private readonly challengesRepository: ChallengesRepository,
  ) {
    this.domain = config.SIGN_IN_DOMAIN || new URL(config.APP_URL).host;
    this.statements = {
      sign_in: config.SIGN_IN_STATEMENT,
      link: config.LINK_STATEMENT,
      payout: config.PAYOUT_STATEMENT,
    };
    if (!isLine(Object.values(this.statements).join('') + this.domain, 1_000)) {
      throw new Error(
        'SIGN_IN_DOMAIN, SIGN_IN_STATEMENT, LINK_STATEMENT and PAYOUT_STATEMENT must be short single lines',
      );
    }
  }

  @Rpc(createSignInChallenge)
  async forSignIn({ address, chainId }: RequestOf<typeof createSignInChallenge>): Promise<WalletChallenge> {
    return this.create({ purpose: 'sign_in', userId: null }, chainId, address);
  }

  @Rpc(createLinkChallenge)
  async forLink({ userId, address, chainId }: RequestOf<typeof createLinkChallenge>): Promise<WalletChallenge> {
    return this.create({ purpose: 'link', userId }, chainId, address);
  }

  @Rpc(createPayoutChallenge)
  async forPayout({ userId, address, chainId }: RequestOf<typeof createPayoutChallenge>): Promise<WalletChallenge> {
    return this.create({ purpose: 'payout', userId }, chainId, address);
  }

  private async create(subject: ChallengeSubject, chainId: string, address: string): Promise<WalletChallenge> {
    const chain = subject.purpose === 'sign_in' ? this.chains.forSignIn(chainId) : this.chains.forLink(chainId);
    if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED');
    if (decodeAddress(chain, address) === undefined) throw new AppError('WALLET_ADDRESS_INVALID');
    const nonce = `svc_nonce_${randomBytes(16).toString('hex')}`;
    const { issuedAt, expiresAt } = await this.challengesRepository.period();
    const message = signInMessage({
      domain: this.domain,
      family: chain.family,
      address,
      statement: this.statements[subject.purpose],
      uri: this.config.APP_URL,
      chainId,
      nonce,
      issuedAt,
      expirationTime: expiresAt,
    });
    await this.challengesRepository.insert(subject, { chainId, address, message }, nonce, expiresAt);
    return { nonce, message, expiresAt: expiresAt.toISOString() };
  }
}
