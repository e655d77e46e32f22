import { pipeline, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BytesServer } from '@questp/bytes';
import { AppError, type FileTicket } from '@questp/messages';
import { sql, type Sql } from '@questp/postgres';
import { CopyOut } from '@questp/postgres/copy-out';
import { CONFIG } from '@questp/service';
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
    const url = this.bytes.offer(() => this.write(scope.projectId, rows));
    return { url, fileName: fileName(scope, kind, new Date()) };
  }

  /** RATE_LIMITED while as many run as may. */
  private async write(projectId: string, rows: Sql): Promise<Readable> {
    const written = await this.copies.open(rows, this.placeFor(projectId));
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
