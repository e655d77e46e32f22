import { decodeAddress, verifyArbitrary, type ChainRegistry } from '@questp/chains';
import { AppError, type Credit, type RequestOf, type verifyAttestation } from '@questp/messages';
import type { Database } from '@questp/postgres';
import { complete, CREDIT, decide } from '../credit/complete.js';
import { assertActive, assertCompletedBy, assertOpen } from '../credit/quest-entry.js';
import { enterQuest, readEntry } from '../credit/quest-entry.repository.js';
import { toCredit } from '../credit/submission-row.js';
import { validateInputs } from '../task-types/validation.js';
import { burnNonce, useWallet } from './attestation.repository.js';
import type { WalletSource } from './linked-wallets.js';

type Proof = RequestOf<typeof verifyAttestation>;

/**
 * Credits a signed text. The nonce is burnt by the first attempt that names it; every cause of a bad proof is the same
 * CHALLENGE_INVALID. WALLET_NOT_LINKED, WALLET_ALREADY_USED.
 */
export async function proveAttestation(
  parts: { db: Database; chains: ChainRegistry; linkedWallets: WalletSource },
  { userId, questId, ...proof }: Proof,
): Promise<Credit> {
  const { db, chains, linkedWallets } = parts;
  const who = { userId, questId };
  const asked = await readEntry(db, who);
  assertActive(asked);
  assertCompletedBy(asked, 'attestation');
  assertOpen(asked);
  // Asked before the nonce is burnt: an outage burns nothing.
  const wallets = await linkedWallets.of(userId);
  const account = await proveAccount(db, chains, asked.quest, { ...who, ...proof });
  if (account === undefined) throw new AppError('CHALLENGE_INVALID');
  return db.transaction(async (tx) => {
    const entry = await enterQuest(tx, who);
    const outcome = decide(entry, proof, { wallets, walletProven: true });
    if (outcome.kind === 'pass' && !(await useWallet(tx, questId, userId, account))) {
      throw new AppError('WALLET_ALREADY_USED');
    }
    return toCredit(await complete(tx, entry, proof, outcome));
  }, CREDIT);
}

/** Burns the nonce, then checks everything else. Undefined unless the signature proves the account behind the address. */
async function proveAccount(
  db: Database,
  chains: ChainRegistry,
  quest: { taskTypeId: string; config: Record<string, unknown> },
  { userId, questId, ...proof }: Proof,
): Promise<Uint8Array | undefined> {
  const wellFormed = validateInputs(quest.taskTypeId, quest.config, proof).ok;
  const issued = proof.nonce.includes('\0') ? undefined : await burnNonce(db, proof.nonce);
  const chain = chains.get(proof.chainId);
  const bound =
    issued?.userId === userId &&
    issued.questId === questId &&
    issued.address === proof.address &&
    issued.chainId === proof.chainId;
  if (!wellFormed || !bound || !chain) return undefined;
  const proven = verifyArbitrary(chain, {
    address: proof.address,
    pubkeyBase64: proof.pubkey,
    signatureBase64: proof.signature,
    message: issued.message,
  });
  return proven ? decodeAddress(chain, proof.address) : undefined;
}
