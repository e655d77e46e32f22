import { Injectable } from '@nestjs/common';
import { getSigningSecret, type SigningSecret } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { columns, Database, namesOf, raw, sql, type Queries, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { Envelopes, SecretLocation, SealedTable } from '@questp/vault';

interface SigningSecretRow {
  projectId: string;
  fields: Envelopes;
  previousUntil: Date | null;
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

/** Test requests of one project, on all replicas. */
export const TESTS_PER_MINUTE = LIMITS.signingSecretTests.max;
const IS_OVER = sql`t.since <= now() - interval '1 minute'`;

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

  /** Counts a test request of the project. @throws AppError RATE_LIMITED after TESTS_PER_MINUTE */
  async admitTest(projectId: string): Promise<void> {
    const admitted = await this.database.row(sql`
      INSERT INTO signing_secret_test AS t (project_id, since, count) VALUES (${projectId}, now(), 1)
      ON CONFLICT (project_id) DO UPDATE SET
        since = CASE WHEN ${IS_OVER} THEN now() ELSE t.since END,
        count = CASE WHEN ${IS_OVER} THEN 1 ELSE t.count + 1 END
      WHERE ${IS_OVER} OR t.count < ${TESTS_PER_MINUTE}
      RETURNING count`);
    if (admitted === undefined) throw new AppError('RATE_LIMITED', { retryAfter: 60 });
  }

  /** Removes previous secrets that sign no more, and counts of past minutes. */
  async purge(): Promise<number> {
    const counts = await this.database.execute(sql`DELETE FROM signing_secret_test AS t WHERE ${IS_OVER}`);
    return counts + (await this.database.execute(sql`UPDATE project_signing_secret SET ${FORGOTTEN} WHERE ${IS_PAST}`));
  }
}

export const toSigningSecret = ({ createdAt, createdBy, previousUntil }: SigningSecretRow): SigningSecret => ({
  createdAt: createdAt.toISOString(),
  createdBy,
  previousUntil: previousUntil !== null && previousUntil.getTime() > Date.now() ? previousUntil.toISOString() : null,
});
