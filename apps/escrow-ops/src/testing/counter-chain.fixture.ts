import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import type { IncludedTransaction, LaneNode, NodeRefusal } from '../chain/lane/lane-node.js';
import { hashOf } from '../chain/lane/transaction.js';

/** Codes of the Cosmos SDK. */
export const WRONG_SEQUENCE = 32;
export const TIMED_OUT = 30;

const refusal = (code: number, log: string): NodeRefusal => ({ codespace: 'sdk', code, log });

interface Pending {
  hash: string;
  sequence: bigint;
  timeoutHeight: number;
  /** The messages, as JSON. */
  message: string;
}

/**
 * A chain with one account and one contract, whose message `add` increases a counter: whatever takes effect twice shows.
 * Blocks come when `makeBlock` is called.
 */
export class CounterChain implements LaneNode {
  at = 100;
  resetCount = 0;
  sequence = 0n;
  counter = 0;
  funds = 1_000_000_000n;
  mempool: Pending[] = [];
  /** Of all broadcasts, in order. */
  broadcasts: string[] = [];
  readonly included = new Map<string, IncludedTransaction>();
  /** Faults that a test sets. */
  faults: {
    drops?: boolean;
    silent?: boolean;
    hidesIncluded?: boolean;
    liesBy?: number;
    refuses?: NodeRefusal;
    fails?: boolean;
  } = {};

  resets(): Promise<number> {
    return this.answer(() => this.resetCount);
  }

  height(): Promise<number> {
    return this.answer(() => this.at + (this.faults.liesBy ?? 0));
  }

  account(): Promise<{ accountNumber: bigint; sequence: bigint }> {
    return this.answer(() => ({ accountNumber: 7n, sequence: this.sequence }));
  }

  balance(): Promise<bigint> {
    return this.answer(() => this.funds);
  }

  simulate(bytes: Uint8Array): Promise<{ gasUsed: bigint } | { refusal: string }> {
    return this.answer(() => {
      const { sequence } = read(bytes);
      const expected = this.nextSequence;
      if (sequence === expected) return { gasUsed: 100_000n };
      const words = `account sequence mismatch, expected ${expected}, got ${sequence}: incorrect account sequence`;
      return { refusal: `rpc error: code = Unknown desc = ${words} with gas used: '0': unknown request` };
    });
  }

  broadcast(bytes: Uint8Array): Promise<NodeRefusal | undefined> {
    return this.answer(() => {
      const pending = read(bytes);
      this.broadcasts.push(pending.hash);
      if (this.faults.refuses) return this.faults.refuses;
      if (this.mempool.some(({ hash }) => hash === pending.hash)) return undefined;
      if (pending.sequence !== this.nextSequence) {
        return refusal(WRONG_SEQUENCE, `account sequence mismatch, got ${pending.sequence}`);
      }
      if (pending.timeoutHeight <= this.at) return refusal(TIMED_OUT, 'tx timeout height');
      if (!this.faults.drops) this.mempool.push(pending);
      return undefined;
    });
  }

  find(hash: string): Promise<IncludedTransaction | undefined> {
    return this.answer(() => (this.faults.hidesIncluded ? undefined : this.included.get(hash)));
  }

  /** Includes what the mempool has. */
  makeBlock(): void {
    this.at += 1;
    for (const { hash, sequence, timeoutHeight, message } of this.mempool) {
      if (sequence !== this.sequence || timeoutHeight < this.at) continue;
      this.sequence += 1n;
      const code = this.faults.fails ? 5 : 0;
      if (code === 0 && message === '{"add":{}}') this.counter += 1;
      this.included.set(hash, { height: this.at, code, gasUsed: 90_000n, log: code === 0 ? '' : 'it failed' });
    }
    this.mempool = [];
  }

  /** Resets the chain to an empty block 1. */
  reset(): void {
    this.resetCount += 1;
    [this.at, this.sequence, this.counter, this.mempool] = [1, 0n, 0, []];
    this.included.clear();
  }

  makeBlocks(count: number): void {
    for (let made = 0; made < count; made += 1) this.makeBlock();
  }

  /** The sequence after the transactions in the mempool, as broadcasts and simulations use it. */
  private get nextSequence(): bigint {
    return this.sequence + BigInt(this.mempool.length);
  }

  private answer<T>(make: () => T): Promise<T> {
    return this.faults.silent ? Promise.reject(new Error('no node answers')) : Promise.resolve(make());
  }
}

function read(bytes: Uint8Array): Pending {
  const raw = TxRaw.decode(bytes);
  const body = TxBody.decode(raw.bodyBytes);
  const [signer] = AuthInfo.decode(raw.authInfoBytes).signerInfos;
  const message = MsgExecuteContract.decode(body.messages[0]?.value ?? new Uint8Array());
  return {
    hash: hashOf(bytes),
    sequence: signer?.sequence ?? 0n,
    timeoutHeight: Number(body.timeoutHeight),
    message: Buffer.from(message.msg).toString(),
  };
}

const METHODS = ['resets', 'height', 'account', 'balance', 'simulate', 'broadcast', 'find'] as const;

/** Serves the methods of a chain to other processes, see lane-process.fixture.mjs. */
export async function serveChain(chain: CounterChain): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const method = METHODS.find((name) => request.url === `/${name}`);
      if (request.url === '/counter') return response.end(`${chain.counter}`);
      const result =
        method === 'find'
          ? await chain.find(bytes.toString())
          : method === 'simulate' || method === 'broadcast'
            ? await chain[method](bytes)
            : await chain[method ?? 'height']();
      return response.end(
        JSON.stringify({ result }, (_, value: unknown) => (typeof value === 'bigint' ? { bigint: `${value}` } : value)),
      );
    })().catch(() => response.writeHead(503).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
