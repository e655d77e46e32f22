import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { allocationText } from '@questp/escrow-client';
import type { Tx } from '@questp/postgres';
import { AllocationsRepository } from './allocations.repository.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Hashes of the rows of a plan, which are read page by page. */
@Injectable()
export class PlanHashes {
  constructor(
    private readonly payoutsRepository: PayoutsRepository,
    private readonly allocationsRepository: AllocationsRepository,
  ) {}

  /** Hash of the list before the pool was divided: a line `<userId>,<points>,<address>,<source>,<reason>` per earner by rank. */
  async list(tx: Tx, planId: string): Promise<Buffer> {
    const hash = createHash('sha256');
    let after = 0;
    for (;;) {
      const rows = await this.payoutsRepository.after(tx, planId, after);
      const last = rows.at(-1);
      if (last === undefined) return hash.digest();
      for (const { userId, points, address, addressSource, excludedReason } of rows) {
        const reason = excludedReason === 'below_min' ? null : excludedReason;
        hash.update(`${userId},${points},${address ?? ''},${addressSource ?? ''},${reason ?? ''}\n`);
      }
      after = last.rank;
    }
  }

  /** Hash of the allocation. Null: no payout. */
  async allocation(tx: Tx, planId: string): Promise<Buffer | null> {
    const hash = createHash('sha256');
    let after = '';
    for (;;) {
      const rows = await this.allocationsRepository.entries(planId, after, tx);
      const last = rows.at(-1);
      if (last === undefined) return after === '' ? null : hash.digest();
      hash.update(allocationText(rows.map(({ address, weight }) => ({ address, weight: BigInt(weight) }))));
      after = last.address;
    }
  }
}
