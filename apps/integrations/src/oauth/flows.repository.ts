import { Injectable } from '@nestjs/common';
import type { OAuthPlatform } from '@questp/messages/shared';
import { columns, Database, namesOf, raw, sql, type Tx } from '@questp/postgres';
import type { SecretLocation, SealedTable } from '@questp/vault';

export interface Flow {
  id: string;
  provider: OAuthPlatform;
  sessionId: string | null;
  /** The project that is connected; null: the user's own account. */
  projectId: string | null;
  challenge: string;
  returnTo: string;
  /** Sealed PKCE verifier; null until the flow begins. */
  verifier: string | null;
  expiresAt: Date;
}

const COLUMNS = columns(
  namesOf<keyof Flow>({
    id: true,
    provider: true,
    sessionId: true,
    projectId: true,
    challenge: true,
    returnTo: true,
    verifier: true,
    expiresAt: true,
  }),
);

/** One-time code that is exchanged for an account. */
export interface Code {
  hash: Buffer;
  sessionId: string | null;
  projectId: string | null;
  challenge: string;
  grantId: string;
}

export const verifierPlace = ({ id, provider }: Pick<Flow, 'id' | 'provider'>): SecretLocation => ({
  provider,
  owner: id,
  field: 'verifier',
});

export const SEALED_VERIFIERS: SealedTable<Flow> = {
  name: raw('oauth_flow'),
  key: raw('id'),
  envelopes: raw("jsonb_strip_nulls(jsonb_build_object('verifier', verifier))"),
  stored: ({ verifier }) => sql`verifier = ${verifier}`,
  place: raw('id, provider'),
  placeOf: verifierPlace,
};

@Injectable()
export class FlowsRepository {
  constructor(private readonly database: Database) {}

  async insert(flow: Omit<Flow, 'verifier' | 'expiresAt'>): Promise<Date> {
    const { id, provider, sessionId, projectId, challenge, returnTo } = flow;
    const rows = await this.database.rows<{ expiresAt: Date }>(sql`
      INSERT INTO oauth_flow (id, provider, session_id, project_id, challenge, return_to, expires_at)
      VALUES (${id}, ${provider}, ${sessionId}, ${projectId}, ${challenge}, ${returnTo}, now() + interval '10 minutes')
      RETURNING expires_at`);
    return rows.map(({ expiresAt }) => expiresAt)[0] as Date;
  }

  /** Undefined if it has expired. */
  get(id: string): Promise<Flow | undefined> {
    return this.database.row<Flow>(sql`SELECT ${COLUMNS} FROM oauth_flow WHERE id = ${id} AND expires_at > now()`);
  }

  /** True for the first call only: the address cannot be used again, or in another browser. */
  async begin(id: string, key: Buffer, verifier: string): Promise<boolean> {
    const begun = await this.database.execute(sql`
      UPDATE oauth_flow SET key = ${key}, verifier = ${verifier}
      WHERE id = ${id} AND key IS NULL AND expires_at > now()`);
    return begun === 1;
  }

  /** Consumes the flow: of several callbacks with its state one gets it. */
  take(provider: OAuthPlatform, key: Buffer): Promise<(Flow & { verifier: string }) | undefined> {
    return this.database.row(sql`
      DELETE FROM oauth_flow WHERE key = ${key} AND provider = ${provider} AND expires_at > now() RETURNING ${COLUMNS}`);
  }

  async addCode(tx: Tx, { hash, sessionId, projectId, challenge, grantId }: Code): Promise<void> {
    await tx.execute(sql`
      INSERT INTO oauth_code (hash, session_id, project_id, challenge, grant_id, expires_at)
      VALUES (${hash}, ${sessionId}, ${projectId}, ${challenge}, ${grantId}, now() + interval '60 seconds')`);
  }

  /** Consumes the code even if the caller then refuses it; undefined if it is unknown or expired. */
  takeCode(hash: Buffer): Promise<Code | undefined> {
    return this.database.row<Code>(sql`
      WITH burnt AS (DELETE FROM oauth_code WHERE hash = ${hash}
        RETURNING hash, session_id, project_id, challenge, grant_id, expires_at)
      SELECT hash, session_id, project_id, challenge, grant_id FROM burnt WHERE expires_at > now()`);
  }

  async purge(): Promise<number> {
    const codes = await this.database.execute(sql`DELETE FROM oauth_code WHERE expires_at <= now()`);
    return codes + (await this.database.execute(sql`DELETE FROM oauth_flow WHERE expires_at <= now()`));
  }
}
