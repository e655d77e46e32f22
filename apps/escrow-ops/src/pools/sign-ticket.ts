import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { encodeTicket, predictEscrowAddress } from '@questp/escrow-client';
import type { checkPool } from '@questp/messages/escrow';
import { signWithEscrowKey } from '@questp/messages/integrations';
import { AppError, type ReplyOf } from '@questp/messages/language';
import { lockPool, type LockedPool } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Bus } from '@questp/service';
import { EscrowAttemptsRepository } from '../chain/escrows/escrow-attempts.repository.js';
import { EscrowStatesRepository } from '../chain/escrows/escrow-states.repository.js';
import { CheckPool } from './check-pool.js';
import { EscrowChains } from './escrow-chains.js';
import { AFTER_TICKET_SECONDS, newTicket, TICKET_SECONDS } from './new-ticket.js';
import { TicketsRepository, type TicketRow } from './tickets.repository.js';

interface WantedTicket extends Pick<TicketRow, 'projectId' | 'campaignId' | 'userId' | 'attempt' | 'reissues'> {
  /** Linked wallet of the user; undefined: the only one. */
  owner: string | undefined;
}

/** Has tickets signed and stores them. */
@Injectable()
export class SignTicket {
  constructor(
    private readonly database: Database,
    private readonly ticketsRepository: TicketsRepository,
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly escrowStatesRepository: EscrowStatesRepository,
    private readonly escrowChains: EscrowChains,
    private readonly checkPool: CheckPool,
    private readonly bus: Bus,
  ) {}

  /** The attempt that can be funded now. INVALID_TRANSITION while an escrow was not cancelled. */
  async nextAttempt(campaignId: string): Promise<number> {
    const [last] = await this.escrowStatesRepository.ofCampaign(campaignId, 1);
    if (last === undefined) return 1;
    if (last.status.phase === 'cancelled') return last.attempt + 1;
    throw new AppError('INVALID_TRANSITION', { detail: `The pool is funded by attempt ${last.attempt}.` });
  }

  /** Undefined: the attempt has a ticket that can be used. */
  async execute({
    projectId,
    campaignId,
    userId,
    owner,
    attempt,
    reissues,
  }: WantedTicket): Promise<TicketRow | undefined> {
    const seconds = TICKET_SECONDS + AFTER_TICKET_SECONDS;
    // Authorises the user in the transaction that locks the pool.
    const pool = await this.bus.call(lockPool, { projectId, campaignId, userId, fundingAttempt: attempt, seconds });
    const chain = this.escrowChains.require(pool.rewardPool.chainId);
    // Services learn of a changed fee within seconds; the pool shows that of the ticket.
    if (pool.feeBps !== chain.escrow.feeBps) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2 });
    requireAccepted(await this.checkPool.execute(pool.rewardPool));
    const ticket = newTicket({ chain, campaignId, attempt, owner: ownerOf(pool, owner), pool });
    const bytes = Buffer.from(encodeTicket(ticket));
    const { chainId, escrow } = chain;
    const { factory } = escrow;
    const signed = await this.bus.call(signWithEscrowKey, {
      provider: 'escrow_ticket',
      chainId,
      bytes: bytes.toString('base64'),
    });
    if (signed.publicKey !== escrow.ticketSigner) {
      throw new AppError('CHAIN_NOT_CONFIGURED', { detail: 'The factory expects tickets of another key.' });
    }
    const expiresAt = new Date(Date.parse(pool.lockedAt) + TICKET_SECONDS * 1_000);
    const address = predictEscrowAddress({ campaignId, fundingAttempt: attempt, ...escrow });
    return this.database.transaction(async (tx) => {
      const row = await this.ticketsRepository.insert(tx, {
        ...{ campaignId, attempt, projectId, userId, bytes, address, expiresAt, reissues },
        signature: Buffer.from(signed.signature, 'base64'),
        publicKey: Buffer.from(signed.publicKey, 'base64'),
      });
      if (row === undefined) return undefined;
      await this.escrowAttemptsRepository.open(tx, {
        campaignId,
        attempt,
        projectId,
        chainId,
        factory,
        address,
        expiresAt,
      });
      if (reissues > 0) {
        const reissued = { projectId, campaignId, userId, attempt, expiresAt: expiresAt.toISOString() };
        await emit(tx, 'ticket.reissued', campaignId, reissued);
      }
      return row;
    }, 'escrow.ticket');
  }
}

/** CAMPAIGN_NOT_READY if the factory would refuse the pool now. */
function requireAccepted({ problems }: ReplyOf<typeof checkPool>): void {
  if (problems.length === 0) return;
  const detail = problems.map((problem) => `${problem.member}: ${problem.detail}`).join(' ');
  throw new AppError('CAMPAIGN_NOT_READY', { detail });
}

/** WALLET_NOT_LINKED */
function ownerOf({ wallets, rewardPool: { chainId } }: LockedPool, wanted: string | undefined): string {
  const [first, ...others] = wallets;
  if (first === undefined) throw new AppError('WALLET_NOT_LINKED', { detail: `Link a wallet on ${chainId} first.` });
  if (wanted === undefined && others.length === 0) return first;
  if (wanted !== undefined && wallets.includes(wanted)) return wanted;
  const detail = `It has to be one of your linked wallets on ${chainId}: ${wallets.join(', ')}.`;
  throw new AppError('WALLET_NOT_LINKED', { detail: wanted === undefined ? `Choose the owner. ${detail}` : detail });
}
