import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import { Egress } from '@questp/egress';
import { readTicket } from '@questp/escrow-client/read-ticket';
import { signWithEscrowKey } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ChainRegistry, requireEscrow, requireReleasedEscrow } from '@questp/service-kit/chains';
import { signWithKey } from '../chains/escrow-key.js';
import { Credentials } from '../credentials/credentials.js';
import { SignedFeesRepository } from './signed-fees.repository.js';
import { refusedFields } from './ticket-rules.js';
import { checkTransaction, type SignedFee, type SigningAccount } from './transaction-rules.js';

/**
 * Signs with a key of the escrow. The bytes come from another service, so they are decoded here and signed only if they
 * fit the role of the key: an attacker who controls that service gets tickets of this deployment, and transactions that
 * take only fees from the account of the key, up to the daily limit.
 */
@Injectable()
export class SignWithEscrowKey {
  constructor(
    private readonly credentials: Credentials,
    private readonly chainRegistry: ChainRegistry,
    private readonly signedFeesRepository: SignedFeesRepository,
    private readonly egress: Egress,
  ) {}

  /** CHAIN_NOT_CONFIGURED, ESCROW_NOT_RELEASED, ESCROW_KEY_MISSING, SIGNING_REFUSED, FEE_LIMIT_REACHED, SERVICE_UNAVAILABLE */
  @Rpc(signWithEscrowKey)
  async execute({
    provider,
    chainId,
    bytes: base64,
  }: RequestOf<typeof signWithEscrowKey>): Promise<ReplyOf<typeof signWithEscrowKey>> {
    const kind = provider === 'escrow_ticket' ? 'ticket' : 'transaction';
    // Existing escrows are served even after the release of a deployment was withdrawn.
    const chain = (kind === 'ticket' ? requireReleasedEscrow : requireEscrow)(this.chainRegistry.get(chainId));
    const { values, publicKey } = await this.credentials.read(provider);
    if (!publicKey) throw new AppError('ESCROW_KEY_MISSING');
    const bytes = Buffer.from(base64, 'base64');
    const fee = check(bytes, { provider, chain, publicKey, address: addressOf(chain, publicKey) });
    if (typeof fee === 'string') throw new AppError('SIGNING_REFUSED', { detail: `The key does not sign: ${fee}.` });
    const signature = await signWithKey(this.egress, { values, publicKey }, { role: provider, kind, chainId, bytes });
    // Counted when there is a signature: a signer that is down does not use up the limit.
    if (fee !== undefined && !(await this.signedFeesRepository.add({ provider, chainId }, fee))) {
      throw new AppError('FEE_LIMIT_REACHED');
    }
    return { signature: base64Of(signature), publicKey: base64Of(publicKey) };
  }
}

/** Undefined for a ticket, which has no fee; a text is the reason for which the key does not sign. */
function check(bytes: Uint8Array, account: SigningAccount): SignedFee | string | undefined {
  if (account.provider !== 'escrow_ticket') return checkTransaction(bytes, account);
  const ticket = readTicket(bytes);
  if (ticket === undefined) return 'not a ticket';
  const fields = refusedFields(ticket, account.chain, Date.now());
  return fields.length === 0 ? undefined : `a ticket with another ${fields.join(', ')}`;
}

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
