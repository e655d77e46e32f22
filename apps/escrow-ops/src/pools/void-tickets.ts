import { Injectable } from '@nestjs/common';
import { readTicket } from '@questp/escrow-client/read-ticket';
import type { FactoryConfigResponse, Ticket } from '@questp/message-schema';
import { emit } from '@questp/events';
import { AppError } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { BackgroundWorker } from '@questp/service';
import { EscrowChains } from './escrow-chains.js';
import { TicketsRepository, type TicketRow } from './tickets.repository.js';

const EVERY_MS = 10_000;
const MAX_TICKETS = 1_000;

/**
 * Marks tickets that their factory no longer accepts, because its owner rotated the ticket signer, the code or the admin
 * of escrows. Every replica looks, and each ticket is marked once.
 */
@Injectable()
export class VoidTickets extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly ticketsRepository: TicketsRepository,
    private readonly escrowChains: EscrowChains,
  ) {
    super({ name: 'void tickets', idleMs: EVERY_MS });
  }

  async execute(): Promise<boolean> {
    await this.voidSome();
    return false;
  }

  /** Number of tickets that this replica marked. */
  async voidSome(): Promise<number> {
    const configs = new Map<string, Promise<FactoryConfigResponse | undefined>>();
    const check = async (row: TicketRow): Promise<boolean> => {
      const ticket = readTicket(row.bytes);
      if (ticket === undefined) return false;
      const key = `${ticket.chain_id} ${ticket.factory}`;
      const reading = configs.get(key) ?? this.configOf(ticket);
      configs.set(key, reading);
      const config = await reading;
      const reason = config && voidReason(ticket, row.publicKey, config);
      return reason !== undefined && this.void(row, reason);
    };
    const marked = await this.each(await this.ticketsRepository.allUsable(MAX_TICKETS), check, ({ id }) => ({
      ticketId: id,
    }));
    return marked.filter(Boolean).length;
  }

  /** Undefined: the nodes do not agree now. */
  private async configOf({ chain_id, factory }: Ticket): Promise<FactoryConfigResponse | undefined> {
    try {
      return await this.escrowChains.readConfig(chain_id, factory);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  private void({ id, projectId, campaignId, userId, attempt }: TicketRow, reason: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.ticketsRepository.void(tx, id, reason))) return false;
      await emit(tx, 'ticket.voided', campaignId, { projectId, campaignId, userId, attempt, reason });
      return true;
    });
  }
}

/** Why the factory refuses a ticket that it accepted before; undefined: it still accepts it. */
export function voidReason(ticket: Ticket, publicKey: Buffer, config: FactoryConfigResponse): string | undefined {
  if (config.ticket_signer !== publicKey.toString('base64')) return 'The factory has another ticket signer.';
  if (config.escrow_code_id !== ticket.escrow_code_id) return 'The factory creates escrows of another code.';
  if (config.escrow_admin !== ticket.escrow_admin) return 'The factory creates escrows with another admin.';
  return undefined;
}
