import { Inject, Injectable } from '@nestjs/common';
import { decodeAddress } from '@questp/chains';
import { ChainRegistry } from '@questp/service-kit/chains';
import { AppError, type RequestOf } from '@questp/messages/language';
import { createAttestation, verifyAttestation } from '@questp/messages/quests';
import type { WalletChallenge } from '@questp/messages/shared';
import { CONFIG, newSecret, Rpc } from '@questp/service';
import { assertActive, assertCompletedBy, assertOpen, type QuestEntry } from '../../verification/entry/quest-entry.js';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import type { Config } from '../../shared/config.js';
import { attestationText } from './attestation-text.js';
import { decide } from '../../verification/attempts/decide.js';
import { refusal } from '../../catalog/definition/outcome.js';
import { LinkedWallets } from '../../verification/facts/linked-wallets.js';
import { configOf } from '../../catalog/definition/task-type.js';
import { attestationConfig } from './attestation.task-types.js';
import { AttestationRepository } from './attestation.repository.js';

/** Spec 8: validity of a wallet challenge. */
const VALID_MS = 5 * 60 * 1_000;

/**
 * Issues a text for a linked wallet to sign, valid for one attempt of this earner at this quest.
 * CHAIN_NOT_SUPPORTED, WALLET_ADDRESS_INVALID, WALLET_NOT_LINKED.
 */
@Injectable()
export class IssueAttestation {
  /** Host of the earner app; wallets show it. */
  private readonly domain: string;

  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly attestationRepository: AttestationRepository,
    private readonly linkedWallets: LinkedWallets,
    private readonly chainRegistry: ChainRegistry,
    @Inject(CONFIG) config: Config,
  ) {
    this.domain = new URL(config.APP_URL).host;
  }

  @Rpc(createAttestation)
  async execute({ address, chainId, ...who }: RequestOf<typeof createAttestation>): Promise<WalletChallenge> {
    const entry = await this.questEntryRepository.read(who);
    assertActive(entry);
    assertCompletedBy(entry, verifyAttestation);
    assertOpen(entry);
    const chain = this.chainRegistry.get(chainId);
    if (!chain) throw new AppError('CHAIN_NOT_SUPPORTED');
    const account = decodeAddress(chain, address);
    if (!account) throw new AppError('WALLET_ADDRESS_INVALID');
    // What the rule would say if the wallet had signed.
    const signedText = { account: Buffer.from(account).toString('hex') };
    const wallets = await this.linkedWallets.of(who.userId);
    const outcome = decide(entry, { address, chainId }, { wallets, signedText });
    if (outcome.kind === 'fail') throw refusal(outcome);
    const nonce = `svc_nonce_${newSecret()}`;
    const expiresAt = new Date(entry.now.getTime() + VALID_MS);
    const statement = statementOf(entry);
    const message = attestationText({
      domain: this.domain,
      projectName: entry.quest.projectName,
      questTitle: entry.quest.title,
      statement,
      address,
      chainId,
      nonce,
      issuedAt: entry.now,
      expiresAt,
    });
    await this.attestationRepository.insert({ ...who, nonce, chainId, address, message, expiresAt });
    return { nonce, message, expiresAt: expiresAt.toISOString() };
  }
}

const statementOf = ({ type, quest }: QuestEntry): string =>
  type.config === attestationConfig
    ? configOf(attestationConfig, type, quest.config).statement
    : 'I connect this wallet.';
