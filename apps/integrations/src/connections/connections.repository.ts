import { Injectable } from '@nestjs/common';
import { listProjectConnections, type ConnectionProvider, type ProjectConnection } from '@questp/messages/integrations';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import {
  columns,
  Database,
  isUniqueViolation,
  namesOf,
  newId,
  raw,
  sql,
  type Queries,
  type Tx,
} from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Envelopes, SecretLocation, SealedTable } from '@questp/vault';

export interface Connection {
  projectId: string;
  provider: ConnectionProvider;
  accountId: string;
  name: string | null;
  fields: Envelopes;
  grantId: string | null;
  connectedBy: string;
  /** True if the platform refused the stored token; a refused grant is marked by its state. */
  isRefused: boolean;
}

const CONNECTION_COLUMNS = namesOf<keyof Connection>({
  projectId: true,
  provider: true,
  accountId: true,
  name: true,
  fields: true,
  grantId: true,
  connectedBy: true,
  isRefused: true,
});

export type NewConnection = Omit<Connection, 'isRefused'>;

type Described = Omit<ProjectConnection, 'connectedAt'> & { connectedAt: Date };

export const placeOf = (
  { projectId, provider }: Pick<Connection, 'projectId' | 'provider'>,
  field: string,
): SecretLocation => ({
  provider,
  owner: projectId,
  field,
});

export const SEALED_CONNECTIONS: SealedTable<Connection> = {
  name: raw('project_connection'),
  key: raw('id'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('project_id, provider'),
  placeOf,
};

const DESCRIBED = sql`
  c.provider, c.account_id, c.name, c.connected_by, c.connected_at,
  CASE WHEN c.is_refused OR g.state IN ('refused', 'ended') THEN 'refused' ELSE 'connected' END AS state`;

@Injectable()
export class ConnectionsRepository {
  constructor(private readonly database: Database) {}

  @Rpc(listProjectConnections)
  async list({ projectId }: RequestOf<typeof listProjectConnections>): Promise<Page<ProjectConnection>> {
    const rows = await this.database.rows<Described>(sql`
      SELECT ${DESCRIBED} FROM project_connection c LEFT JOIN oauth_grant g ON g.id = c.grant_id
      WHERE c.project_id = ${projectId} ORDER BY c.provider`);
    return { items: rows.map(toConnection), nextCursor: null };
  }

  get(projectId: string, provider: ConnectionProvider, on: Queries = this.database): Promise<Connection | undefined> {
    return on.row<Connection>(
      sql`
        SELECT ${columns(CONNECTION_COLUMNS)} FROM project_connection
         WHERE project_id = ${projectId} AND provider = ${provider}`,
    );
  }

  /** The connection of a messenger bot. */
  ofBot(accountId: string, on: Queries = this.database): Promise<Connection | undefined> {
    return on.row<Connection>(
      sql`
        SELECT ${columns(CONNECTION_COLUMNS)} FROM project_connection
         WHERE provider = 'messenger' AND account_id = ${accountId}`,
    );
  }

  /** A connection to the account that is not refused. */
  ofAccount(provider: ConnectionProvider, accountId: string): Promise<Connection | undefined> {
    return this.database.row<Connection>(sql`
      SELECT ${columns(CONNECTION_COLUMNS, 'c')} FROM project_connection c JOIN oauth_grant g ON g.id = c.grant_id
      WHERE c.provider = ${provider} AND c.account_id = ${accountId} AND g.state = 'held'
      ORDER BY c.connected_at DESC LIMIT 1`);
  }

  /** Replaces an existing connection. BOT_IN_USE */
  async store(tx: Tx, { projectId, provider, ...connection }: NewConnection): Promise<ProjectConnection> {
    const { accountId, name, fields, grantId, connectedBy } = connection;
    try {
      const row = await tx.row<Described>(sql`
        WITH c AS (
          INSERT INTO project_connection (id, project_id, provider, account_id, name, fields, grant_id, connected_by)
          VALUES (${newId()}, ${projectId}, ${provider}, ${accountId}, ${name}, ${JSON.stringify(fields)}, ${grantId},
            ${connectedBy})
          ON CONFLICT (project_id, provider) DO UPDATE
          SET account_id = excluded.account_id, name = excluded.name, fields = excluded.fields,
            grant_id = excluded.grant_id, connected_by = excluded.connected_by, connected_at = excluded.connected_at,
            is_refused = false
          RETURNING provider, account_id, name, connected_by, connected_at, is_refused, grant_id
        )
        SELECT ${DESCRIBED} FROM c LEFT JOIN oauth_grant g ON g.id = c.grant_id`);
      return toConnection(row as Described);
    } catch (error) {
      if (isUniqueViolation(error, 'project_connection_bot')) throw new AppError('BOT_IN_USE');
      throw error;
    }
  }

  /** Marks a connection as refused; false if it already is, or if its token was replaced. */
  async refuse(tx: Tx, { projectId, provider, fields }: Connection): Promise<boolean> {
    const refused = await tx.execute(sql`
      UPDATE project_connection SET is_refused = true
      WHERE project_id = ${projectId} AND provider = ${provider} AND fields = ${JSON.stringify(fields)}::jsonb
        AND NOT is_refused`);
    return refused === 1;
  }

  /** Returns the removed connections. @param connectedBy only those of this user; undefined: all */
  remove(
    tx: Tx,
    projectId: string,
    providers: readonly ConnectionProvider[],
    connectedBy?: string,
  ): Promise<Connection[]> {
    return tx.rows<Connection>(sql`
      DELETE FROM project_connection
      WHERE project_id = ${projectId} AND provider = ANY (${providers})
        AND (${connectedBy ?? null}::text IS NULL OR connected_by = ${connectedBy ?? null})
      RETURNING ${columns(CONNECTION_COLUMNS)}`);
  }
}

const toConnection = ({ connectedAt, ...row }: Described): ProjectConnection => ({
  ...row,
  connectedAt: connectedAt.toISOString(),
});
