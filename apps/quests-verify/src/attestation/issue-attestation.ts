import { randomBytes } from 'node:crypto';
import { decodeAddress, type ChainRegistry } from '@questp/chains';
import { AppError, type AttestationChallenge, type createAttestation, type RequestOf } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { decide, refusal } from '../credit/complete.js';
import { assertActive, assertCompletedBy, assertOpen, type QuestEntry } from '../credit/quest-entry.js';
import { readEntry } from '../credit/quest-entry.repository.js';
import { attestationText } from '../rules/attestation-text.js';
import { insertAttestation } from './attestation.repository.js';
import type { WalletSource } from './linked-wallets.js';

/** Spec 8: validity of a wallet challenge. */
const VALID_MS = 5 * 60 * 1_000;

/**
 * Text for a linked wallet to sign, good for one attempt of this earner at this quest.
 * CHAIN_NOT_SUPPORTED, WALLET_ADDRESS_INVALID, WALLET_NOT_LINKED.
 * @param appUrl the earner app; wallets show its host
 */
export async function issueAttestation(
  parts: { db: Database; chains: ChainRegistry; linkedWallets: WalletSource; appUrl: string },
  { address, chainId, ...who }: RequestOf<typeof createAttestation>,
): Promise<AttestationChallenge> {
  const entry = await readEntry(parts.db, who);
  assertActive(entry);
  assertCompletedBy(entry, 'attestation');
  assertOpen(entry);
  const chain = parts.chains.get(chainId);
  if (!chain) throw new AppError('CHAIN_NOT_SUPPORTED');
  if (!decodeAddress(chain, address)) throw new AppError('WALLET_ADDRESS_INVALID');
  const wallets = await parts.linkedWallets.of(who.userId);
  const outcome = decide(entry, { address, chainId }, { wallets, walletProven: true });
  if (outcome.kind === 'fail') throw refusal(outcome);
  const nonce = `svc_nonce_${randomBytes(32).toString('base64url')}`;
  const expiresAt = new Date(entry.now.getTime() + VALID_MS);
  const message = attestationText({
    domain: new URL(parts.appUrl).host,
    projectName: entry.quest.projectName,
    questTitle: entry.quest.title,
    statement: statementOf(entry),
    address,
    chainId,
    nonce,
    issuedAt: entry.now,
    expiresAt,
  });
  await insertAttestation(parts.db, {
    nonce,
    questId: who.questId,
    userId: who.userId,
    chainId,
    address,
    message,
    expiresAt,
  });
  return { nonce, message, expiresAt: expiresAt.toISOString() };
}

function statementOf({ quest }: QuestEntry): string {
  const { statement } = quest.config as { statement?: string };
  return statement ?? 'I connect this wallet.';
}
