import { type GasReport } from '@questp/contract-host';

export interface Coin {
  denom: string;
  /** Decimal integer. */
  amount: string;
}

/** What a transaction took. */
export interface Spent {
  /** SDK gas: predicted by the host, charged by a chain. */
  gas: number;
  /** Where it went; the host alone knows. */
  report?: GasReport;
  /** The chain's reason when it refused. */
  error?: string;
}

/** What the benchmark asks of a chain: the contract host and a real node do the same steps. */
export interface BenchChain {
  readonly chainId: string;
  store(wasm: Uint8Array): Promise<{ codeId: number; checksum: string }>;
  instantiate(sender: string, codeId: number, msg: object, label: string): Promise<Spent & { address: string }>;
  /** @param sender a name in ACCOUNTS */
  execute(sender: string, contract: string, msg: object, funds?: Coin[]): Promise<Spent>;
  query<T>(contract: string, msg: object): Promise<T>;
  /** Time of the latest block, nanoseconds. */
  now(): Promise<bigint>;
  /** Returns when transactions run at this time or later. */
  waitUntil(time: bigint): Promise<void>;
  stop(): Promise<void>;
}

export const DENOM = 'uquest';

/** Names of the accounts that sign; each has `BALANCE` of DENOM. */
export const ACCOUNTS = ['uploader', 'factory-owner', 'operator', 'owner', 'earner'] as const;

export const BALANCE = '1000000000000';

export const CHAIN_ID = 'questp-bench';
