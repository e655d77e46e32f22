import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AccountMerged } from '@questp/messages/identity';
import { FILES_PER_HOUR, UPLOAD_MINUTES, type FilePurpose, type FileType } from '@questp/messages/integrations';
import { columns, Database, namesOf, newId, sql, type Tx } from '@questp/postgres';

export interface NewFile {
  userId: string;
  purpose: FilePurpose;
  contentType: FileType;
  size: number;
  /** The storage of its contents; null: that of the environment. */
  store: string | null;
}

export interface FileRow extends NewFile {
  id: string;
  status: 'pending' | 'confirmed' | 'refused';
  uploadKey: Buffer;
  expiresAt: Date;
  refusal: string | null;
  sha256: Buffer | null;
  width: number | null;
  height: number | null;
  confirmedAt: Date | null;
  /** Since when anybody sees the picture. */
  publishedAt: Date | null;
  /** The project whose team sees the evidence. */
  projectId: string | null;
}

const COLUMNS = columns(
  namesOf<keyof FileRow>({
    id: true,
    userId: true,
    purpose: true,
    contentType: true,
    size: true,
    store: true,
    status: true,
    uploadKey: true,
    expiresAt: true,
    refusal: true,
    sha256: true,
    width: true,
    height: true,
    confirmedAt: true,
    publishedAt: true,
    projectId: true,
  }),
);

export type InStore = Pick<FileRow, 'store'>;

/** Properties of a checked content. */
export interface Content {
  sha256: Buffer;
  width: number | null;
  height: number | null;
}

@Injectable()
export class FilesRepository {
  constructor(private readonly database: Database) {}

  /** Counts the file for its user's hour; undefined when that is full. */
  insert(tx: Tx, { userId, purpose, contentType, size, store }: NewFile): Promise<FileRow | undefined> {
    return tx.row<FileRow>(sql`
      WITH admitted AS (
        INSERT INTO file_quota AS q (user_id, since, used) VALUES (${userId}, now(), 1)
        ON CONFLICT (user_id) DO UPDATE
          SET since = CASE WHEN ${OVER} THEN now() ELSE q.since END, used = CASE WHEN ${OVER} THEN 1 ELSE q.used + 1 END
          WHERE ${OVER} OR q.used < ${FILES_PER_HOUR}
        RETURNING q.user_id
      )
      INSERT INTO file
        (id, user_id, purpose, content_type, size, store, upload_key, expires_at, due_at, incoming_until)
      SELECT ${newId()}, user_id, ${purpose}, ${contentType}, ${size}, ${store}, ${randomBytes(32)}, expires_at,
        expires_at + interval '1 hour', expires_at + interval '1 hour'
      FROM admitted, (SELECT now() + ${UPLOAD_MINUTES} * interval '1 minute' AS expires_at) address
      RETURNING ${COLUMNS}`);
  }

  /** Seconds until the user may begin another file. */
  async secondsUntilNext(tx: Tx, userId: string): Promise<number> {
    const quota = await tx.row<{ seconds: number }>(sql`
      SELECT greatest(1, ceil(extract(epoch FROM since + interval '1 hour' - now())))::integer AS seconds
      FROM file_quota WHERE user_id = ${userId}`);
    return quota?.seconds ?? 1;
  }

  /** Undefined also for a file that is due for deletion. */
  get(id: string): Promise<FileRow | undefined> {
    return this.database.row<FileRow>(sql`SELECT ${COLUMNS} FROM file WHERE id = ${id} AND ${STAYS}`);
  }

  /** The file, if its address accepts content now. */
  getOpen(id: string): Promise<FileRow | undefined> {
    return this.database.row<FileRow>(
      sql`SELECT ${COLUMNS} FROM file WHERE id = ${id} AND status = 'pending' AND expires_at > now()`,
    );
  }

  /** Begins an upload to the address, for `seconds` at most; false while another one runs. */
  async beginReceiving(id: string, seconds: number): Promise<boolean> {
    const begun = await this.database.execute(sql`
      UPDATE file SET receiving_until = now() + ${seconds} * interval '1 second'
      WHERE id = ${id} AND status = 'pending' AND coalesce(receiving_until <= now(), true)`);
    return begun > 0;
  }

  /** Allows another upload at the address. */
  async endReceiving(id: string): Promise<void> {
    await this.database.execute(sql`UPDATE file SET receiving_until = NULL WHERE id = ${id} AND status = 'pending'`);
  }

  /** Leases a pending file for its check; false if another check holds it. */
  async beginCheck(id: string): Promise<boolean> {
    const begun = await this.database.execute(sql`
      UPDATE file SET checked_until = now() + interval '20 seconds'
      WHERE id = ${id} AND status = 'pending' AND coalesce(checked_until <= now(), true)`);
    return begun > 0;
  }

  /** Ends the lease of a check. */
  async endCheck(id: string): Promise<void> {
    await this.database.execute(sql`UPDATE file SET checked_until = NULL WHERE id = ${id} AND status = 'pending'`);
  }

  /** Locks a pending file during `work`, so that it is not confirmed meanwhile; any other file skips `work`. */
  async whilePending(tx: Tx, id: string, work: () => Promise<void>): Promise<void> {
    const pending = await tx.row(sql`SELECT FROM file WHERE id = ${id} AND status = 'pending' FOR UPDATE`);
    if (pending !== undefined) await work();
  }

  /** Undefined if the file is no longer pending. */
  confirm(tx: Tx, id: string, { sha256, width, height }: Content): Promise<FileRow | undefined> {
    return tx.row<FileRow>(sql`
      UPDATE file
      SET status = 'confirmed', sha256 = ${sha256}, width = ${width}, height = ${height},
        confirmed_at = now(), due_at = now() + interval '1 day'
      WHERE id = ${id} AND status = 'pending'
      RETURNING ${COLUMNS}`);
  }

  /** False unless the file is a confirmed picture of the user. */
  async publish(id: string, userId: string | undefined): Promise<boolean> {
    const published = await this.database.execute(sql`
      UPDATE file SET published_at = coalesce(published_at, now()), due_at = NULL
      WHERE id = ${id} AND (published_at IS NOT NULL OR user_id = ${userId ?? null}) AND purpose = 'image'
        AND status = 'confirmed' AND ${STAYS}`);
    return published > 0;
  }

  /** Submits the confirmed evidence of the user among the ids, unless it belongs to another project. */
  handIn(tx: Tx, ids: string[], userId: string, projectId: string): Promise<FileRow[]> {
    return tx.rows<FileRow>(sql`
      UPDATE file SET project_id = ${projectId}, due_at = NULL
      WHERE id IN (SELECT id FROM file WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE)
        AND user_id = ${userId} AND purpose = 'evidence' AND status = 'confirmed'
        AND coalesce(project_id, ${projectId}) = ${projectId} AND ${STAYS}
      RETURNING ${COLUMNS}`);
  }

  /** Hides all evidence of a user at once; the next sweep deletes it. */
  giveUpEvidence(tx: Tx, userId: string): Promise<number> {
    return tx.execute(sql`
      UPDATE file SET due_at = now()
      WHERE user_id = ${userId} AND purpose = 'evidence' AND status = 'confirmed' AND ${STAYS}`);
  }

  /** Marks all files of a user, also pending uploads, for deletion by the next sweep. */
  async giveUpAll(tx: Tx, userId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE file SET due_at = now(), expires_at = least(expires_at, now()) WHERE user_id = ${userId} AND ${STAYS}`);
    await tx.execute(sql`DELETE FROM file_quota WHERE user_id = ${userId}`);
  }

  /** The storages with contents of files that are due. */
  storesOfDue(): Promise<InStore[]> {
    return this.database.rows<InStore>(sql`SELECT DISTINCT store FROM file WHERE due_at <= now()`);
  }

  /** Deletes a limited number of due rows, after `remove` has removed their contents. */
  async deleteDue(tx: Tx, { store }: InStore, remove: (id: string) => Promise<void>): Promise<number> {
    const due = await tx.rows<{ id: string }>(sql`
      SELECT id FROM file
      WHERE due_at <= now() AND store IS NOT DISTINCT FROM ${store}
      ORDER BY due_at LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED`);
    await Promise.all(due.map(({ id }) => remove(id)));
    return tx.execute(sql`DELETE FROM file WHERE id = ANY (${due.map(({ id }) => id)}::uuid[])`);
  }

  /** The storages that may have leftover uploads. */
  storesOfIncoming(): Promise<InStore[]> {
    return this.database.rows<InStore>(sql`SELECT DISTINCT store FROM file WHERE incoming_until <= now()`);
  }

  /** Marks uploads as removed after `remove` removed them, for files whose address has expired. */
  async forgetIncoming(tx: Tx, { store }: InStore, remove: (id: string) => Promise<void>): Promise<number> {
    const over = await tx.rows<{ id: string }>(sql`
      SELECT id FROM file
      WHERE incoming_until <= now() AND store IS NOT DISTINCT FROM ${store}
      ORDER BY incoming_until LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED`);
    await Promise.all(over.map(({ id }) => remove(id)));
    return tx.execute(sql`UPDATE file SET incoming_until = NULL WHERE id = ANY (${over.map(({ id }) => id)}::uuid[])`);
  }

  /** Moves the files of an absorbed account to the survivor. */
  async merge(tx: Tx, { mergeId, survivorId, absorbedId }: AccountMerged): Promise<void> {
    await tx.execute(sql`
      UPDATE file SET user_id = ${survivorId}, merge_ids = merge_ids || ${mergeId}::uuid WHERE user_id = ${absorbedId}`);
  }

  async giveBack(tx: Tx, { mergeId, survivorId, absorbedId }: AccountMerged): Promise<void> {
    await tx.execute(sql`
      UPDATE file SET user_id = ${absorbedId}, merge_ids = array_remove(merge_ids, ${mergeId}::uuid)
      WHERE user_id = ${survivorId} AND ${mergeId}::uuid = ANY(merge_ids)`);
  }

  /** Quotas of hours that have passed. */
  deleteOldQuotas(): Promise<number> {
    return this.database.execute(sql`DELETE FROM file_quota q WHERE ${OVER}`);
  }

  async refuse(tx: Tx, id: string, refusal: string): Promise<void> {
    await tx.execute(sql`
      UPDATE file SET status = 'refused', refusal = ${refusal}
      WHERE id = ${id} AND status = 'pending'`);
  }
}

/** Not due for deletion. */
const STAYS = sql`coalesce(due_at > now(), true)`;
/** In one transaction. */
const SWEPT_AT_ONCE = 100;

/** The hour of a quota has passed. */
const OVER = sql`q.since <= now() - interval '1 hour'`;
