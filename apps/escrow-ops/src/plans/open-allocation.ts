import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BytesServer, FileReaders } from '@questp/bytes';
import { allocationFile } from '@questp/escrow-client';
import { openAllocation } from '@questp/messages/escrow';
import { AppError, type FileTicket, type RequestOf } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Rpc } from '@questp/service';
import { AllocationsRepository } from './allocations.repository.js';

const PER_CALLER = LIMITS.allocationReads.max;

/** Issues tickets for allocation files, which are written while they are fetched. */
@Injectable()
export class OpenAllocation {
  private readonly readers = new FileReaders(PER_CALLER);

  constructor(
    private readonly allocationsRepository: AllocationsRepository,
    private readonly bytesServer: BytesServer,
  ) {}

  /** NOT_FOUND unless the version was approved. */
  @Rpc(openAllocation)
  async execute({ campaignId, version, reader }: RequestOf<typeof openAllocation>): Promise<FileTicket> {
    const plan = await this.allocationsRepository.get(campaignId, version);
    if (plan === undefined) throw new AppError('NOT_FOUND');
    const sha256 = plan.allocationSha256.toString('hex');
    // Plans with the same weights can have other points.
    const ticket = { fileName: 'allocation.json', etag: `"${sha256.slice(0, 32)}.${plan.version}"` };
    const giveBack = this.readers.admit(reader, ticket.etag);
    if (giveBack === undefined) return ticket;
    const open = () => Promise.resolve(Readable.from(this.json(plan.id, sha256), { objectMode: false }));
    return { ...ticket, url: this.bytesServer.offer(giveBack, open) };
  }

  /** Writes the file and holds one batch of entries in memory. */
  private async *json(planId: string, sha256: string): AsyncGenerator<string> {
    const { entries: _, ...head } = { ...allocationFile([]), sha256 };
    yield `${JSON.stringify(head).slice(0, -1)},"entries":[`;
    let after = '';
    for (;;) {
      const rows = await this.allocationsRepository.entries(planId, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      const entries = rows.map(({ address, weight, points }) => JSON.stringify({ address, weight, dp: points }));
      yield `${after === '' ? '' : ','}\n${entries.join(',\n')}`;
      after = last.address;
    }
    yield '\n]}\n';
  }
}
