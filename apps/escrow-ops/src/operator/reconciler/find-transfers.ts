import { Injectable } from '@nestjs/common';
import { toAsset } from '../../chain/escrows/escrow-state.js';
import type { EscrowReading } from '../../chain/escrow-reading.js';
import { AgreedReads } from '../../chain/nodes/agreed-reads.js';
import type { OutgoingTransfer } from '../../chain/nodes/chain-node.js';
import type { ChainEndpoints } from '../../chain/nodes/chain-nodes.js';
import { NoAgreement } from '../../chain/nodes/node-answers.js';

/** Pages of transactions that one call reads. */
const MAX_PAGES = 50;
/** Recipients that one call searches for individually: those paid before their turn, by a claim. */
const MAX_SINGLE_SEARCHES = 20;

/** A transfer with the time of its block. */
export interface FoundTransfer extends OutgoingTransfer {
  at: Date;
}

/** Finds the transactions in which an escrow paid. */
@Injectable()
export class FindTransfers {
  constructor(private readonly agreedReads: AgreedReads) {}

  /** Transfers to the recipients by address, as far as they are found from a height on. */
  async execute(
    chain: ChainEndpoints,
    escrow: Pick<EscrowReading, 'address' | 'config'>,
    recipients: ReadonlySet<string>,
    fromHeight: number,
  ): Promise<Map<string, FoundTransfer>> {
    const found = new Map<string, FoundTransfer>();
    const keep = async (transfers: readonly OutgoingTransfer[]) => {
      for (const transfer of transfers) {
        if (recipients.has(transfer.recipient) && !found.has(transfer.recipient))
          found.set(transfer.recipient, { ...transfer, at: await this.timeOf(chain, transfer.height, times) });
      }
    };
    const times = new Map<number, Date>();
    try {
      for (let page = 1; page <= MAX_PAGES && found.size < recipients.size; page += 1) {
        const { transfers, hasMore } = await this.search(chain, escrow, { fromHeight, page });
        await keep(transfers);
        if (!hasMore) break;
      }
      const missing = [...recipients].filter((recipient) => !found.has(recipient)).slice(0, MAX_SINGLE_SEARCHES);
      for (const recipient of missing) {
        await keep((await this.search(chain, escrow, { fromHeight: 1, page: 1, recipient })).transfers);
      }
    } catch (error) {
      // A transfer that the nodes do not index or do not agree on counts as not found.
      if (!(error instanceof NoAgreement)) throw error;
    }
    return found;
  }

  private async search(
    chain: ChainEndpoints,
    { address, config }: Pick<EscrowReading, 'address' | 'config'>,
    search: { fromHeight: number; page: number; recipient?: string },
  ): Promise<{ transfers: OutgoingTransfer[]; hasMore: boolean }> {
    const of = { asset: toAsset(config.asset), sender: address, ...search };
    return (await this.agreedReads.read(chain, (node, toHeight) => node.searchTransfers({ ...of, toHeight }))).value;
  }

  private async timeOf(chain: ChainEndpoints, height: number, times: Map<number, Date>): Promise<Date> {
    const known = times.get(height);
    if (known !== undefined) return known;
    const { value } = await this.agreedReads.read(chain, (node) => node.block(height));
    times.set(height, value.time);
    return value.time;
  }
}
