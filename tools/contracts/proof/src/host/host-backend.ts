import { contractWasm } from '@questp/contract-build';
import { Chain, CW20_CHECKSUM, cw20, PINNED_WASMD, type WasmdVersion } from '@questp/contract-host';
import {
  type Asset,
  type CallResult,
  type Coin,
  type ScenarioBackend,
  type StoredCode,
  type StoredContracts,
  type Token,
} from '../scenario/backend.js';
import { tokenMessage } from './token-message.js';

const POCKET = 1_000_000_000n;

/** The modules of both contracts. */
export interface ContractPair {
  factory: Uint8Array;
  escrow: Uint8Array;
}

/** A scenario on a deterministic host of its own: block time moves only when the story waits. */
export class HostBackend implements ScenarioBackend {
  readonly denom = 'uquest';
  readonly strayDenom = 'ustray';
  private readonly accounts = new Set<string>();
  private freezableDenoms = 0;

  private constructor(
    readonly chain: Chain,
    readonly contracts: StoredContracts,
  ) {}

  /** @param contracts - Instead of those the sources build. */
  static async open(wasmd: WasmdVersion = PINNED_WASMD, contracts?: ContractPair): Promise<HostBackend> {
    const chain = new Chain({ wasmd });
    const factory = chain.storeCode(contracts?.factory ?? (await contractWasm('factory')));
    const escrow = chain.storeCode(contracts?.escrow ?? (await contractWasm('escrow')));
    return new HostBackend(chain, {
      factoryCodeId: factory.codeId,
      escrowCodeId: escrow.codeId,
      escrowChecksum: escrow.checksum,
    });
  }

  get chainId(): string {
    return this.chain.chainId;
  }

  account(name: string): Promise<string> {
    const address = this.chain.address(name);
    if (!this.accounts.has(name)) {
      this.accounts.add(name);
      for (const denom of [this.denom, this.strayDenom]) this.chain.bank.mint(address, denom, POCKET);
    }
    return Promise.resolve(address);
  }

  recipient(name: string, length: 20 | 32 = 20): string {
    return this.chain.address(`recipient ${name}`, length);
  }

  blockedRecipient(): Promise<string> {
    const address = this.chain.address('blocked');
    this.chain.bank.block(address);
    return Promise.resolve(address);
  }

  store(wasm: Uint8Array): Promise<StoredCode> {
    return Promise.resolve(this.chain.storeCode(wasm));
  }

  migrate(sender: string, contract: string, codeId: number, msg: object): Promise<void> {
    const result = this.chain.migrate(sender, contract, codeId, msg);
    return result.ok ? Promise.resolve() : Promise.reject(new Error(result.error));
  }

  instantiate(sender: string, codeId: number, msg: object, label: string, admin?: string): Promise<string> {
    const result = this.chain.instantiate(sender, codeId, msg, { label, ...(admin === undefined ? {} : { admin }) });
    return result.ok ? Promise.resolve(result.address) : Promise.reject(new Error(result.error));
  }

  execute(sender: string, contract: string, msg: object, funds: readonly Coin[] = []): Promise<CallResult> {
    return Promise.resolve(this.chain.execute(sender, contract, msg, funds));
  }

  send(sender: string, recipient: string, coins: readonly Coin[]): Promise<void> {
    const result = this.chain.send(sender, recipient, coins);
    return result.ok ? Promise.resolve() : Promise.reject(new Error(result.error));
  }

  query<T>(contract: string, msg: object): Promise<T> {
    return Promise.resolve(this.chain.query<T>(contract, msg));
  }

  balance(asset: Asset, address: string): Promise<bigint> {
    if ('native' in asset) return Promise.resolve(this.chain.bank.balance(address, asset.native.denom));
    const { balance } = this.chain.query<{ balance: string }>(asset.cw20.address, { balance: { address } });
    return Promise.resolve(BigInt(balance));
  }

  async createToken(balances: Record<string, bigint>): Promise<Token> {
    const { codeId, checksum } = this.chain.registerNativeContract(CW20_CHECKSUM, cw20);
    const address = await this.instantiate(this.chain.address('token-admin'), codeId, tokenMessage(balances), 'token');
    return { address, codeChecksum: checksum };
  }

  createFreezableDenom(holder: string, amount: bigint): Promise<string> {
    this.freezableDenoms += 1;
    const denom = `ufreezable${this.freezableDenoms}`;
    this.chain.bank.mint(holder, denom, amount);
    return Promise.resolve(denom);
  }

  setTransfersEnabled(denom: string, enabled: boolean): Promise<void> {
    if (enabled) this.chain.bank.enable(denom);
    else this.chain.bank.disable(denom);
    return Promise.resolve();
  }

  now(): Promise<bigint> {
    return Promise.resolve(this.chain.time);
  }

  waitUntil(time: bigint): Promise<void> {
    if (time > this.chain.time) this.chain.setTime(time);
    return Promise.resolve();
  }
}
