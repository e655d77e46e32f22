import { AsyncResource } from 'node:async_hooks';
import { pipeline } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { AppError, LIMITS, type ExportKind, type FileReader, type FileTicket } from '@questp/messages';
import { newId, sql, type Sql } from '@questp/postgres';
import { CopyOut, MigrationWaits } from '@questp/postgres/copy-out';
import { CONFIG, deadlineSignal } from '@questp/service';
import { ManifestsRepository, type NewManifest } from '../manifests/manifests.repository.js';
import type { Config } from '../platform/config.js';
import { CsvFile } from './csv-file.js';
import { fileName } from './file-name.js';
import type { Scope } from './scopes.repository.js';

/** At a time. */
const OF_ONE_PROJECT = 2;
/** Of one caller, those that wait to be fetched included. */
const PER_CALLER = LIMITS.exportReads.most;
const RETRY_SECONDS = 5;

/** A file that somebody asked for. */
export interface Order {
  scope: Scope;
  kind: ExportKind;
  filters?: Record<string, string>;
  /** The moment it is of, when that is not the one it is read in. */
  asOf?: string | undefined;
  rows: Sql;
}

interface Written {
  file: CsvFile;
  /** Keeps the manifest of the whole file. */
  keep: () => Promise<void>;
}

/** Hands out tickets for files, which are written as they are fetched. */
@Injectable()
export class OfferExport {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly bytes: BytesServer,
    private readonly copies: CopyOut,
    private readonly manifests: ManifestsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  offer(order: Order, reader: FileReader | undefined): FileTicket {
    const name = nameOf(order);
    const giveBack = this.readers.admit(reader);
    if (giveBack === undefined) return { fileName: name };
    const manifestId = newId();
    let written: Written | undefined;
    const url = this.bytes.offer(
      giveBack,
      async (signal) => {
        written = await this.write(order, manifestId, name, signal);
        return written.file;
      },
      async () => written?.keep(),
    );
    return { url, fileName: name, manifestId };
  }

  /** The whole file. EXPORT_TOO_LARGE when it has more than `most` bytes. */
  async read(order: Order, most: number): Promise<{ name: string; content: string }> {
    const name = nameOf(order);
    const { file, keep } = await this.write(order, newId(), name, deadlineSignal());
    const chunks: Buffer[] = [];
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (file.bytes > most) throw new AppError('EXPORT_TOO_LARGE');
      chunks.push(chunk);
    }
    await keep();
    return { name, content: Buffer.concat(chunks).toString() };
  }

  /** RATE_LIMITED while as many run as may. */
  private async write(
    { scope, kind, filters, asOf, rows }: Order,
    id: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Written> {
    const copied = await this.copies.open<Moment>(rows, this.admission(scope), signal);
    if (copied === undefined) {
      throw new AppError('RATE_LIMITED', { retryAfter: RETRY_SECONDS, detail: 'Too many exports run at the moment.' });
    }
    const file = new CsvFile();
    const { readAt, ledgerEntries } = copied.told;
    const { projectId, campaignId } = scope;
    const add = (end: Pick<NewManifest, 'rows' | 'sha256' | 'brokenOff'>) =>
      this.manifests.add({
        ...{ id, kind, projectId, campaignId, fileName: name, readAt, ledgerEntries },
        filters: { ...filters, ...(asOf && { asOf }) },
        ...{ bytes: file.bytes, ...end },
      });
    const brokenOff = (error: unknown) => {
      if (!(error instanceof MigrationWaits) || file.bytes === 0) return;
      // The file ends all the same when the table of manifests is the one that the migration changes.
      void add({ rows: null, sha256: null, brokenOff: 'upgrade' }).catch(() => undefined);
    };
    // What fails or is left on either side ends the other.
    pipeline(copied.rows, file, AsyncResource.bind(brokenOff));
    const keep = () => add({ rows: copied.rows.rowCount, sha256: file.sha256(), brokenOff: null });
    return { file, keep };
  }

  /** Takes a place of the project and one of all, which the end of the transaction gives back, whatever ends it. */
  private admission({ projectId, campaignId }: Scope): Sql {
    const place = (of: string, most: number) => sql`
      EXISTS (SELECT FROM generate_series(1, ${most}::integer) n
        WHERE try_lock('export ' || ${of}::text || ' ' || n))`;
    const campaigns =
      campaignId === null
        ? sql`SELECT id FROM quests.published_campaign_v1 WHERE project_id = ${projectId}::uuid`
        : sql`SELECT ${campaignId}::uuid`;
    return sql`
      SELECT ${place(projectId, OF_ONE_PROJECT)} AND ${place('all', this.config.EXPORTS_AT_ONCE)} AS admitted,
        now() AS read_at,
        (SELECT count(*) FROM quests.published_ledger_v2 WHERE campaign_id IN (${campaigns})) AS ledger_entries`;
  }
}

const nameOf = ({ scope, kind, asOf }: Order): string =>
  fileName(scope, kind, asOf === undefined ? new Date() : new Date(asOf));

interface Moment {
  admitted: boolean;
  readAt: Date;
  ledgerEntries: string;
}
