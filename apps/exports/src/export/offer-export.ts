import { pipeline, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { AppError, type FileTicket } from '@questp/messages';
import { sql, type Sql } from '@questp/postgres';
import { CopyOut } from '@questp/postgres/copy-out';
import { CONFIG, deadlineSignal } from '@questp/service';
import type { Config } from '../platform/config.js';
import { CsvFile } from './csv-file.js';
import { fileName, type Kind } from './file-name.js';
import type { Scope } from './scopes.repository.js';

/** At a time. */
const OF_ONE_PROJECT = 2;
const RETRY_SECONDS = 5;

/** Hands out tickets for files, which are written as they are fetched. */
@Injectable()
export class OfferExport {
  constructor(
    private readonly bytes: BytesServer,
    private readonly copies: CopyOut,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  offer(scope: Scope, kind: Kind, rows: Sql): FileTicket {
    const url = this.bytes.offer((signal) => this.write(scope.projectId, rows, signal));
    return { url, fileName: fileName(scope, kind, new Date()) };
  }

  /** The whole file. EXPORT_TOO_LARGE when it has more than `most` bytes. */
  async read(projectId: string, rows: Sql, most: number): Promise<string> {
    const file = await this.write(projectId, rows, deadlineSignal());
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw new AppError('EXPORT_TOO_LARGE');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  /** RATE_LIMITED while as many run as may. */
  private async write(projectId: string, rows: Sql, signal: AbortSignal): Promise<Readable> {
    const written = await this.copies.open(rows, this.placeFor(projectId), signal);
    if (written === undefined) {
      throw new AppError('RATE_LIMITED', { retryAfter: RETRY_SECONDS, detail: 'Too many exports run at the moment.' });
    }
    const file = new CsvFile();
    // What fails or is left on either side ends the other.
    pipeline(written, file, () => undefined);
    return file;
  }

  /** Takes a place of the project and one of all, which the end of the transaction gives back, whatever ends it. */
  private placeFor(projectId: string): Sql {
    const place = (of: string, most: number) => sql`
      EXISTS (SELECT FROM generate_series(1, ${most}::integer) n
        WHERE pg_try_advisory_xact_lock(hashtextextended('questp.exports ' || ${of}::text || ' ' || n, 0)))`;
    return sql`SELECT ${place(projectId, OF_ONE_PROJECT)} AND ${place('all', this.config.EXPORTS_AT_ONCE)}`;
  }
}
