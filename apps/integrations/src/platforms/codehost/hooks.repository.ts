import { newSecret } from '@questp/service';
import { Injectable } from '@nestjs/common';
import { columns, Database, namesOf, newId, raw, sql } from '@questp/postgres';
import { Secret, Vault, type Envelopes, type SecretLocation, type SealedTable } from '@questp/vault';

/** A webhook of a repository that quests of a project name. */
export interface Hook {
  id: string;
  repository: string;
  grantId: string;
  /** Id at the code host, a bigint; null: not created, or not known. */
  hookId: string | null;
  fields: Envelopes;
  endedAt: Date | null;
  /** True if removing it has failed for a day. */
  isLate: boolean;
}

const COLUMNS = columns(
  namesOf<Exclude<keyof Hook, 'isLate'>>({
    id: true,
    repository: true,
    grantId: true,
    hookId: true,
    fields: true,
    endedAt: true,
  }),
);

const placeOf = ({ id }: { id: string }, field: string): SecretLocation => ({ provider: 'codehost', owner: id, field });

export const SEALED_HOOKS: SealedTable<Hook> = {
  name: raw('codehost_hook'),
  key: raw('id'),
  envelopes: raw('fields'),
  stored: (fields) => sql`fields = ${JSON.stringify(fields)}`,
  place: raw('id'),
  placeOf,
};

@Injectable()
export class HooksRepository {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** Returns a webhook that has not ended. */
  get(id: string): Promise<Hook | undefined> {
    return this.database.row<Hook>(sql`SELECT ${COLUMNS} FROM codehost_hook WHERE id = ${id} AND ended_at IS NULL`);
  }

  secretOf(hook: Hook): string {
    return this.vault.open(placeOf(hook, 'secret'), hook.fields['secret'] ?? '').reveal();
  }

  /** Claims the next project whose repositories were not listed within the last minute. */
  async takeProject(): Promise<string | undefined> {
    const due = await this.database.row<{ projectId: string }>(sql`
      UPDATE project_connection SET hooks_due_at = clock_timestamp() + interval '1 minute'
      WHERE id = (
        SELECT id FROM project_connection
        WHERE provider = 'codehost' AND hooks_due_at < clock_timestamp() AND grant_id IS NOT NULL
        ORDER BY hooks_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING project_id`);
    return due?.projectId;
  }

  /** Adds webhooks for new repositories, and ends those of repositories that the project no longer names. */
  async want(projectId: string, repositories: readonly string[]): Promise<void> {
    const hooks = repositories.map((repository) => {
      const id = newId();
      return { id, repository, secret: this.vault.seal(placeOf({ id }, 'secret'), new Secret(newSecret())) };
    });
    await this.database.execute(sql`
      WITH unwanted AS (
        UPDATE codehost_hook SET ended_at = now(), leased_until = '-infinity'
        WHERE project_id = ${projectId} AND ended_at IS NULL AND repository <> ALL (${repositories}::text[])
      )
      INSERT INTO codehost_hook (id, project_id, repository, grant_id, fields)
      SELECT w.id, c.project_id, w.repository, c.grant_id, jsonb_build_object('secret', w.secret)
      FROM project_connection c CROSS JOIN unnest(${hooks.map(({ id }) => id)}::uuid[],
        ${hooks.map(({ repository }) => repository)}::text[], ${hooks.map(({ secret }) => secret)}::text[])
        AS w (id, repository, secret)
      WHERE c.project_id = ${projectId} AND c.provider = 'codehost' AND c.grant_id IS NOT NULL
      ON CONFLICT (project_id, repository) WHERE ended_at IS NULL DO NOTHING`);
  }

  /** Ends the webhooks of connections that were replaced or removed. */
  async endUnconnected(): Promise<void> {
    await this.database.execute(sql`
      UPDATE codehost_hook h SET ended_at = now(), leased_until = '-infinity'
      WHERE ended_at IS NULL AND NOT EXISTS (
        SELECT FROM project_connection c
        WHERE c.project_id = h.project_id AND c.provider = 'codehost' AND c.grant_id = h.grant_id
      )`);
  }

  /** Claims the next webhook to create or to remove. A failure is retried after ten minutes or one minute. */
  take(): Promise<Hook | undefined> {
    return this.database.row<Hook>(sql`
      UPDATE codehost_hook
      SET leased_until = clock_timestamp() + CASE WHEN ended_at IS NULL THEN interval '10 minutes' ELSE interval '1 minute' END
      WHERE id = (
        SELECT id FROM codehost_hook
        WHERE (hook_id IS NULL OR ended_at IS NOT NULL) AND leased_until < clock_timestamp()
        ORDER BY leased_until LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING ${COLUMNS}, ended_at < now() - interval '1 day' AS is_late`);
  }

  async created({ id }: Hook, hookId: number): Promise<void> {
    await this.database.execute(sql`UPDATE codehost_hook SET hook_id = ${hookId} WHERE id = ${id}`);
  }

  async remove({ id }: Hook): Promise<void> {
    await this.database.execute(sql`DELETE FROM codehost_hook WHERE id = ${id}`);
  }
}
