import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import { Database, sql } from '@questp/postgres';
import type { Block } from './chain-node.js';

/** The last block of a chain that its nodes agreed on. */
export interface ChainHead extends Block {
  chainId: string;
  /** Number of times the chain was reset: started again from block 1 under the same id. */
  resets: number;
}

interface Row extends Omit<ChainHead, 'height'> {
  /** bigint, as text. */
  height: string;
}

@Injectable()
export class ChainHeadsRepository {
  constructor(private readonly database: Database) {}

  async get(chainId: string): Promise<ChainHead | undefined> {
    const row = await this.database.row<Row>(
      sql`SELECT chain_id, height, hash, time, resets FROM chain_head WHERE chain_id = ${chainId}`,
    );
    return row && { ...row, height: Number(row.height) };
  }

  /**
   * Records the head that follows `before`, and the reset of a chain. A replica that has meanwhile found a higher one
   * keeps it.
   */
  move(before: ChainHead | undefined, head: ChainHead): Promise<void> {
    const { chainId, height, hash, time, resets } = head;
    const isReset = before !== undefined && resets > before.resets;
    return this.database.transaction(async (tx) => {
      const moved = await tx.execute(sql`
        INSERT INTO chain_head (chain_id, height, hash, time, resets)
        VALUES (${chainId}, ${height}, ${hash}, ${time}, ${resets})
        ON CONFLICT (chain_id) DO UPDATE
          SET height = EXCLUDED.height, hash = EXCLUDED.hash, time = EXCLUDED.time, resets = EXCLUDED.resets
          WHERE (chain_head.resets, chain_head.height) < (EXCLUDED.resets, EXCLUDED.height)`);
      if (moved === 0 || !isReset) return;
      const data = { chainId, heightBefore: before.height, height, blockTime: time.toISOString() };
      await emit(tx, 'chain.reset', chainId, data);
    });
  }
}
