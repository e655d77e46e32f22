import { createHash } from 'node:crypto';
import { PREFIX, type TestChain } from '@questp/chain';
import { bech32 } from '@scure/base';
import {
  type Asset,
  type CallResult,
  type Coin,
  type ScenarioBackend,
  type StoredCode,
  type StoredContracts,
  type Token,
} from '../scenario/backend.js';
import { latestBlockTime, untilBlockTime } from './block-time.js';
import { type Cosmjs, FEE, Signer } from './signer.js';

export const DENOM = 'uquest';
export const STRAY_DENOM = 'ustray';

/** What an account gets when it is made. */
const ALLOWANCE = [DENOM, STRAY_DENOM].map((denom) => ({ denom, amount: '1000000000' }));

/** Name of a story's account, for `testAccount`. */
export const accountName = (story: string, name: string): string => `${story}/${name}`;
/** The account that pays for everything of one story, and the denomination that only this story may freeze. */
export const faucetName = (story: string): string => accountName(story, 'faucet');
export const freezableDenom = (story: string): string => `freeze/${story}`;

/** The address of a story's recipient, see ScenarioBackend. */
export function recipientOf(story: string, name: string, length: 20 | 32): string {
  const digest = createHash('sha256').update(`${story}/recipient/${name}`).digest();
  return bech32.encodeFromBytes(PREFIX, digest.subarray(0, length));
}

/** Instantiates cw20-base with these balances. */
export const tokenMessage = (balances: Record<string, bigint>) => ({
  name: 'Test token',
  symbol: 'TEST',
  decimals: 6,
  initial_balances: Object.entries(balances).map(([address, amount]) => ({ address, amount: `${amount}` })),
});

export interface ChainBackendOptions {
  cosmjs: Cosmjs;
  chain: TestChain;
  /** Its faucet holds coins since the first block. */
  story: string;
  contracts: StoredContracts;
  /** cw20-base. */
  token: StoredCode;
}

/** A story's view of a real chain. Stories have accounts of their own, so that they run at the same time. */
export class ChainBackend implements ScenarioBackend {
  readonly chainId: string;
  readonly prefix = PREFIX;
  readonly contracts: StoredContracts;
  readonly denom = DENOM;
  readonly strayDenom = STRAY_DENOM;
  private readonly signers = new Map<string, Signer>();
  private freezableIsTaken = false;

  private constructor(
    private readonly options: ChainBackendOptions,
    private readonly faucet: Signer,
  ) {
    this.chainId = options.chain.chainId;
    this.contracts = options.contracts;
  }

  static async open(options: ChainBackendOptions): Promise<ChainBackend> {
    return new ChainBackend(
      options,
      await Signer.connect(options.cosmjs, options.chain.rpc, faucetName(options.story)),
    );
  }

  async account(name: string): Promise<string> {
    const signer = await Signer.connect(
      this.options.cosmjs,
      this.options.chain.rpc,
      accountName(this.options.story, name),
    );
    if (!this.signers.has(signer.address)) {
      this.signers.set(signer.address, signer);
      await this.faucet.send(signer.address, ALLOWANCE);
    }
    return signer.address;
  }

  recipient(name: string, length: 20 | 32 = 20): string {
    return recipientOf(this.options.story, name, length);
  }

  blockedRecipient(): Promise<string> {
    return Promise.resolve(this.options.chain.blockedAddress);
  }

  async store(wasm: Uint8Array): Promise<StoredCode> {
    const { codeId, checksum } = await this.faucet.client.upload(this.faucet.address, wasm, FEE);
    return { codeId, checksum };
  }

  async migrate(sender: string, contract: string, codeId: number, msg: object): Promise<void> {
    await this.signer(sender).client.migrate(sender, contract, codeId, msg, FEE);
  }

  async instantiate(sender: string, codeId: number, msg: object, label: string, admin?: string): Promise<string> {
    const { client } = this.signer(sender);
    const { contractAddress } = await client.instantiate(sender, codeId, msg, label, FEE, { admin });
    return contractAddress;
  }

  async execute(sender: string, contract: string, msg: object, funds: readonly Coin[] = []): Promise<CallResult> {
    const { code, rawLog, gasUsed, events } = await this.signer(sender).execute(contract, msg, funds);
    if (code !== 0) return { ok: false, gasUsed: Number(gasUsed), error: rawLog ?? '' };
    return { ok: true, gasUsed: Number(gasUsed), events };
  }

  send(sender: string, recipient: string, coins: readonly Coin[]): Promise<void> {
    return this.signer(sender).send(recipient, coins);
  }

  /** By REST: objects that CosmJS makes come from another realm in Jest, where no deep comparison takes them. */
  async query<T>(contract: string, msg: object): Promise<T> {
    const encoded = encodeURIComponent(Buffer.from(JSON.stringify(msg)).toString('base64'));
    const url = `${this.options.chain.rest}/cosmwasm/wasm/v1/contract/${contract}/smart/${encoded}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  }

  async balance(asset: Asset, address: string): Promise<bigint> {
    if ('native' in asset) {
      return BigInt((await this.faucet.client.getBalance(address, asset.native.denom)).amount);
    }
    const { balance } = await this.query<{ balance: string }>(asset.cw20.address, { balance: { address } });
    return BigInt(balance);
  }

  async createToken(balances: Record<string, bigint>): Promise<Token> {
    const { codeId, checksum } = this.options.token;
    const { address, client } = this.faucet;
    const { contractAddress } = await client.instantiate(address, codeId, tokenMessage(balances), 'token', FEE);
    return { address: contractAddress, codeChecksum: checksum };
  }

  async createFreezableDenom(holder: string, amount: bigint): Promise<string> {
    if (this.freezableIsTaken) throw new Error(`${this.options.story} has one denomination to freeze`);
    this.freezableIsTaken = true;
    const denom = freezableDenom(this.options.story);
    await this.faucet.send(holder, [{ denom, amount: `${amount}` }]);
    return denom;
  }

  setTransfersEnabled(denom: string, enabled: boolean): Promise<void> {
    return this.options.chain.setSendEnabled(denom, enabled);
  }

  now(): Promise<bigint> {
    return latestBlockTime(this.options.chain.rpc);
  }

  waitUntil(time: bigint): Promise<void> {
    return untilBlockTime(this.options.chain.rpc, time);
  }

  private signer(address: string): Signer {
    const signer = this.signers.get(address);
    if (!signer) throw new Error(`${address} is no account of ${this.options.story}`);
    return signer;
  }
}
