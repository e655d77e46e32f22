import { Injectable } from '@nestjs/common';
import type { OAuthPlatform } from '@questp/messages/shared';
import { columns, Database, namesOf, raw, sql, type Queries, type Tx } from '@questp/postgres';
import type { Envelopes, SealedTable } from '@questp/vault';
import { placeOf } from './grant-tokens.js';

export interface Grant {
  id: string;
  provider: OAuthPlatform;
  accountId: string;
  handle: string | null;
  tokens: Envelopes;
  expiresAt: Date | null;
  state: 'offered' | 'held' | 'refused' | 'ended';
  leasedUntil: Date;
}

const COLUMNS = columns(
  namesOf<keyof Grant>({
    id: true,
    provider: true,
    accountId: true,
    handle: true,
    tokens: true,
    expiresAt: true,
    state: true,
    leasedUntil: true,
  }),
);

/** Longer than a request to a platform. In milliseconds, the precision of Date, since the value identifies the lease. */
const LEASE = sql`date_trunc('milliseconds', clock_timestamp() + interval '10 seconds')`;
const FREE = sql`leased_until < clock_timestamp()`;
/** An access token is renewed while it is still good. */
const DUE = sql`expires_at < clock_timestamp() + interval '1 minute'`;
/** A self-renewing token cannot be renewed after it expires, so it is renewed even if unused. */
const DUE_AHEAD = sql`expires_at < clock_timestamp() + interval '30 days'`;

@Injectable()
export class GrantsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    tx: Tx,
    grant: Omit<Grant, 'state' | 'leasedUntil' | 'expiresAt'>,
    seconds: number | null,
  ): Promise<void> {
    const { id, provider, accountId, handle, tokens } = grant;
    await tx.execute(sql`
      INSERT INTO oauth_grant (id, provider, account_id, handle, tokens, expires_at)
      VALUES (${id}, ${provider}, ${accountId}, ${handle}, ${JSON.stringify(tokens)}, ${expiry(seconds)})`);
  }

  get(id: string): Promise<(Grant & { isDue: boolean }) | undefined> {
    return this.database.row(
      sql`SELECT ${COLUMNS}, coalesce(${DUE}, false) AS is_due FROM oauth_grant WHERE id = ${id}`,
    );
  }

  async hold(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE oauth_grant SET state = 'held' WHERE id = ${id} AND state = 'offered'`);
  }

  async remove(on: Queries, id: string): Promise<void> {
    await on.execute(sql`DELETE FROM oauth_grant WHERE id = ${id}`);
  }

  async end(tx: Tx, id: string): Promise<void> {
    await tx.execute(sql`UPDATE oauth_grant SET state = 'ended', changed_at = now() WHERE id = ${id}`);
  }

  /** Takes the lease to renew the grant; undefined while another has it, or if the grant is no longer due. */
  lease(id: string, isAhead = false): Promise<Grant | undefined> {
    return this.database.row<Grant>(sql`
      UPDATE oauth_grant SET leased_until = ${LEASE}
      WHERE id = ${id} AND ${isAhead ? DUE_AHEAD : DUE} AND ${FREE} RETURNING ${COLUMNS}`);
  }

  /** In any order, so that a failure does not delay the others. */
  async dueAhead(providers: readonly OAuthPlatform[], limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(sql`
      SELECT id FROM oauth_grant
      WHERE provider = ANY (${providers}) AND state = 'held' AND ${DUE_AHEAD} ORDER BY random() LIMIT ${limit}`);
    return rows.map(({ id }) => id);
  }

  /** Locks the subscription and the grants of the account until the transaction ends. */
  async lockAccount(tx: Tx, { provider, accountId }: Pick<Grant, 'provider' | 'accountId'>): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('account of ' || ${provider}::text || ' ' || ${accountId}::text)`);
  }

  async isHeld(tx: Tx, { provider, accountId }: Pick<Grant, 'provider' | 'accountId'>): Promise<boolean> {
    const held = await tx.row(sql`
      SELECT FROM oauth_grant WHERE provider = ${provider} AND account_id = ${accountId} AND state = 'held' LIMIT 1`);
    return held !== undefined;
  }

  /** Stores renewed tokens, unless the lease has been taken over. */
  async renew({ id, leasedUntil }: Grant, tokens: Envelopes, seconds: number | null): Promise<void> {
    await this.database.execute(sql`
      UPDATE oauth_grant
      SET tokens = ${JSON.stringify(tokens)}, expires_at = ${expiry(seconds)}, leased_until = '-infinity'
      WHERE id = ${id} AND leased_until = ${leasedUntil}`);
  }

  async release({ id, leasedUntil }: Grant): Promise<void> {
    await this.database.execute(sql`
      UPDATE oauth_grant SET leased_until = '-infinity' WHERE id = ${id} AND leased_until = ${leasedUntil}`);
  }

  /** False if it was refused before. */
  async refuse(tx: Tx, id: string): Promise<boolean> {
    const refused = await tx.execute(sql`
      UPDATE oauth_grant SET state = 'refused', leased_until = '-infinity' WHERE id = ${id} AND state IN ('offered', 'held')`);
    return refused === 1;
  }

  /** The connections of projects that use a grant. */
  connectionsOf(tx: Tx, id: string): Promise<{ projectId: string; provider: string; accountId: string }[]> {
    return tx.rows(sql`SELECT project_id, provider, account_id FROM project_connection WHERE grant_id = ${id}`);
  }

  /** Leases the next ended grant for a minute, in which the caller revokes it. */
  takeEnded(): Promise<(Grant & { isLate: boolean }) | undefined> {
    return this.database.row(sql`
      UPDATE oauth_grant SET leased_until = clock_timestamp() + interval '1 minute'
      WHERE id = (
        SELECT id FROM oauth_grant g WHERE state = 'ended' AND ${FREE}
          -- Webhooks are taken back with it first.
          AND NOT EXISTS (SELECT FROM codehost_hook h WHERE h.grant_id = g.id)
        ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING ${COLUMNS}, changed_at < now() - interval '1 day' AS is_late`);
  }

  /** Deletes grants whose code was not redeemed within a day. */
  purge(): Promise<number> {
    return this.database.execute(sql`
      DELETE FROM oauth_grant WHERE state = 'offered' AND changed_at < now() - interval '1 day'`);
  }
}

const expiry = (seconds: number | null) => sql`clock_timestamp() + make_interval(secs => ${seconds}::integer)`;

export const SEALED_GRANTS: SealedTable<Grant> = {
  name: raw('oauth_grant'),
  key: raw('id'),
  envelopes: raw('tokens'),
  stored: (tokens) => sql`tokens = ${JSON.stringify(tokens)}`,
  place: raw('id, provider'),
  placeOf,
};
