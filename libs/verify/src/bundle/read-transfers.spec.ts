import { Budget } from '../node/fetch-json.js';
import { NodeClient } from '../node/node-client.js';
import { testAddress } from '../testing/bundles.js';
import { readTransfers } from './read-transfers.js';

const ESCROW = testAddress(1, 32);

/** A node that has transactions of so many transfers each. */
class NodeOfTransfers extends NodeClient {
  constructor(
    private readonly transfers: number,
    private readonly total: number,
  ) {
    super('http://node.example', new Budget());
  }

  override transactions() {
    const values = new Map(Object.entries({ sender: ESCROW, recipient: 'x', amount: '1uquest' }));
    const event = { type: 'transfer', values, repeats: false };
    const tx_responses = Array.from({ length: this.total }, (_, id) => ({
      ...{ txhash: id.toString(16).toUpperCase().padStart(64, '0'), height: '1', code: 0 },
      events: Array.from({ length: this.transfers }, () => event),
    }));
    return Promise.resolve({ total: `${this.total}`, tx_responses });
  }
}

describe('the transfers of an escrow', () => {
  const asset = { native: { denom: 'uquest' } };
  const read = (transfers: number, total: number) =>
    readTransfers(new NodeOfTransfers(transfers, total), { escrow: ESCROW, asset, entries: 3 }, () => undefined);

  it('include every transfer of a transaction', async () => {
    expect(await read(100_000, 1)).toHaveLength(100_000);
  });

  it('are rejected above the maximum of a bundle', async () => {
    await expect(read(100_000, 4)).rejects.toThrow('the number of transfers is not at most 300000');
  });
});
