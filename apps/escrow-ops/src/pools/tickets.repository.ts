import { Injectable } from '@nestjs/common';
import { columns, Database, insertInto, namesOf, newId, sql, type Tx } from '@questp/postgres';

export interface TicketRow {
  id: string;
  campaignId: string;
  attempt: number;
  projectId: string;
  userId: string;
  bytes: Buffer;
  signature: Buffer;
  publicKey: Buffer;
  address: string;
  issuedAt: Date;
  expiresAt: Date;
  voidedAt: Date | null;
  voidReason: string | null;
  live: boolean;
  /** How often the platform issued it again since the last request. */
  reissues: number;
}

const COLUMNS = columns(
  namesOf<keyof TicketRow>({
    id: true,
    campaignId: true,
    attempt: true,
    projectId: true,
    userId: true,
    bytes: true,
    signature: true,
    publicKey: true,
    address: true,
    issuedAt: true,
    expiresAt: true,
    voidedAt: true,
    voidReason: true,
    live: true,
    reissues: true,
  }),
);

export type NewTicket = Pick<
  TicketRow,
  | 'campaignId'
  | 'attempt'
  | 'projectId'
  | 'userId'
  | 'bytes'
  | 'signature'
  | 'publicKey'
  | 'address'
  | 'expiresAt'
  | 'reissues'
>;

/** A ticket and whether it can be used, on the clock of the database. */
export type ShownTicketRow = TicketRow & { expired: boolean };

/** How often a ticket is issued again without a new request. */
const MAX_REISSUES = 3;
/** Pause between two attempts to issue a ticket again. */
const REISSUE_PAUSE_SECONDS = 30;

@Injectable()
export class TicketsRepository {
  constructor(private readonly database: Database) {}

  /** The live ticket of an attempt that can be used; undefined: there is none. */
  usable(campaignId: string, attempt: number, projectId: string): Promise<ShownTicketRow | undefined> {
    return this.database.row<ShownTicketRow>(sql`
      SELECT ${COLUMNS}, false AS expired FROM ticket
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND project_id = ${projectId}
        AND live AND voided_at IS NULL AND expires_at > now()`);
  }

  /** The last ticket of a campaign. */
  latest(campaignId: string, projectId: string): Promise<ShownTicketRow | undefined> {
    return this.database.row<ShownTicketRow>(sql`
      SELECT ${COLUMNS}, expires_at <= now() AS expired FROM ticket
      WHERE campaign_id = ${campaignId} AND project_id = ${projectId}
      ORDER BY attempt DESC, issued_at DESC, id DESC LIMIT 1`);
  }

  /** Every ticket of an attempt, the last one first. */
  ofAttempt(campaignId: string, attempt: number): Promise<TicketRow[]> {
    return this.database.rows<TicketRow>(sql`
      SELECT ${COLUMNS} FROM ticket WHERE campaign_id = ${campaignId} AND attempt = ${attempt}
      ORDER BY issued_at DESC, id DESC`);
  }

  /** Stores a ticket in place of one that cannot be used; undefined: the attempt has one that can be. */
  async insert(tx: Tx, ticket: NewTicket): Promise<TicketRow | undefined> {
    const { campaignId, attempt } = ticket;
    await tx.execute(sql`
      UPDATE ticket SET live = false
      WHERE campaign_id = ${campaignId} AND attempt = ${attempt} AND live
        AND (voided_at IS NOT NULL OR expires_at <= now())`);
    return tx.row<TicketRow>(sql`
      ${insertInto('ticket', { id: newId(), ...ticket })}
      ON CONFLICT (campaign_id, attempt) WHERE live DO NOTHING RETURNING ${COLUMNS}`);
  }

  /** Usable and unused live tickets of all campaigns. */
  allUsable(limit: number): Promise<TicketRow[]> {
    return this.database.rows<TicketRow>(sql`
      SELECT ${COLUMNS} FROM ticket t WHERE live AND voided_at IS NULL AND expires_at > now()
        AND NOT EXISTS (SELECT FROM escrow_state s WHERE s.campaign_id = t.campaign_id AND s.attempt = t.attempt)
      ORDER BY expires_at LIMIT ${limit}`);
  }

  /**
   * Marks a ticket as void; true if this call did. The ticket is issued again, at most MAX_REISSUES times after a request.
   */
  async void(tx: Tx, id: string, reason: string): Promise<boolean> {
    const marked = await tx.execute(sql`
      UPDATE ticket SET voided_at = now(), void_reason = ${reason},
        reissue_at = CASE WHEN reissues < ${MAX_REISSUES}::integer THEN now() END
      WHERE id = ${id} AND voided_at IS NULL`);
    return marked === 1;
  }

  /** Void tickets that are to be issued again now, and have not expired. Each is returned again after a pause. */
  takeVoid(limit: number): Promise<TicketRow[]> {
    return this.database.rows<TicketRow>(sql`
      UPDATE ticket SET reissue_at = now() + make_interval(secs => ${REISSUE_PAUSE_SECONDS})
      WHERE id IN (
        SELECT id FROM ticket WHERE live AND reissue_at <= now() AND expires_at > now()
        ORDER BY reissue_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`);
  }

  /** The ticket is not issued again without a request. */
  async endReissue(id: string): Promise<void> {
    await this.database.execute(sql`UPDATE ticket SET reissue_at = NULL WHERE id = ${id}`);
  }
}
