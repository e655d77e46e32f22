import { Injectable } from '@nestjs/common';
import { getSigningSecret, type SigningSecret } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { columns, Database, namesOf, raw, sql, type Queries, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Envelopes, SecretLocation, SealedTable } from '@questp/vault';
import { shownPreviousUntil, type RotatingSecret } from './rotating-secret.js';

interface SigningSecretRow extends RotatingSecret {
  projectId: string;
  createdBy: string;
  createdAt: Date;
}

const COLUMNS = columns(
  namesOf<keyof SigningSecretRow>({
    projectId: true,
    fields: true,
    previousUntil: true,
    createdBy: true,
    createdAt: true,
  }),
);

export const placeOf = ({ projectId }: Pick<SigningSecretRow, 'projectId'>, field: string): SecretLocation => ({
  provider: 'signing_secret',
  owner: projectId,
  field,
});

export const SEALED_SIGNING_SECRETS: SealedTable<SigningSecretRow> = {
  name: raw('project_signing_secret'),
  key: raw('project_id'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('project_id'),
  placeOf,
};

const IS_PAST = sql`previous_until <= now()`;
const FORGOTTEN = sql`fields = fields - 'previous', previous_until = NULL`;

@Injectable()
export class SigningSecretsRepository {
  constructor(private readonly database: Database) {}

  /** NOT_FOUND */
  @Rpc(getSigningSecret)
  async show({ projectId }: RequestOf<typeof getSigningSecret>): Promise<SigningSecret> {
    const row = await this.get(projectId);
    if (row === undefined) throw new AppError('NOT_FOUND');
    return toSigningSecret(row);
  }

  get(projectId: string, on: Queries = this.database): Promise<SigningSecretRow | undefined> {
    return on.row<SigningSecretRow>(sql`SELECT ${COLUMNS} FROM project_signing_secret WHERE project_id = ${projectId}`);
  }

  /** In the place of the current one, which signs as well for a day. */
  async store(tx: Tx, projectId: string, fields: Envelopes, createdBy: string): Promise<SigningSecretRow> {
    const row = await tx.row<SigningSecretRow>(sql`
      INSERT INTO project_signing_secret (project_id, fields, created_by)
      VALUES (${projectId}, ${JSON.stringify(fields)}, ${createdBy})
      ON CONFLICT (project_id) DO UPDATE
      SET fields = excluded.fields, previous_until = now() + interval '24 hours', created_by = excluded.created_by,
        created_at = excluded.created_at
      RETURNING ${COLUMNS}`);
    return row as SigningSecretRow;
  }

  /** False when there is none. */
  async remove(tx: Tx, projectId: string): Promise<boolean> {
    return (await tx.execute(sql`DELETE FROM project_signing_secret WHERE project_id = ${projectId}`)) === 1;
  }

  /** Removes previous secrets that sign no more. */
  purge(): Promise<number> {
    return this.database.execute(sql`UPDATE project_signing_secret SET ${FORGOTTEN} WHERE ${IS_PAST}`);
  }
}

export const toSigningSecret = (row: SigningSecretRow): SigningSecret => ({
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
  previousUntil: shownPreviousUntil(row),
});
