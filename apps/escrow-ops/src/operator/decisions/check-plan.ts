import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { allocationLine } from '@questp/escrow-client';
import { contractPayout } from '@questp/escrow-client/payouts';
import { AllocationsRepository, type ApprovedPlan } from '../../plans/allocations.repository.js';

/** Checks a stored plan. */
@Injectable()
export class CheckPlan {
  constructor(private readonly allocationsRepository: AllocationsRepository) {}

  /** Whether the entries have the hash, number and sum of the plan, and the contract pays each its planned amount. */
  async execute({ id, sha256, entries, total, pool }: ApprovedPlan): Promise<boolean> {
    const amounts = { distributable: BigInt(pool.distributable), cap: BigInt(pool.cap) };
    const hash = createHash('sha256');
    let [count, sum, isExact] = [0, 0n, true];
    for (let after = ''; ;) {
      const rows = await this.allocationsRepository.entries(id, after);
      const last = rows.at(-1);
      if (last === undefined) break;
      for (const row of rows) {
        const weight = BigInt(row.weight);
        hash.update(allocationLine({ address: row.address, weight }));
        sum += weight;
        isExact &&= contractPayout(weight, BigInt(total), amounts) === weight;
      }
      count += rows.length;
      after = last.address;
    }
    return isExact && count === entries && `${sum}` === total && hash.digest('hex') === sha256;
  }
}
