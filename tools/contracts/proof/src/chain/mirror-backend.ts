import { referenceContract, testAccount } from '@questp/chain';
import { type HostBackend } from '../host/host-backend.js';
import {
  type Asset,
  type CallResult,
  type Coin,
  type ScenarioBackend,
  type StoredCode,
  type Token,
} from '../scenario/backend.js';
import { accountName, freezableDenom, recipientOf, tokenMessage } from './chain-backend.js';

/** About what passes from one block of the real chain to the next, nanoseconds. */
const BLOCK_TIME = 240_000_000n;

const POCKET = 1_000_000_000n;

/**
 * The host with everything that has a price as on the real chain: the same addresses (their order is that of the
 * payouts), denominations and token code, and time that passes with each transaction.
 */
export class MirrorBackend implements ScenarioBackend {
  private readonly accounts = new Set<string>();

  constructor(
    private readonly host: HostBackend,
    private readonly story: string,
    private readonly blockedAddress: string,
  ) {
    host.chain.bank.block(blockedAddress);
  }

  get chainId(): string {
    return this.host.chainId;
  }

  get contracts() {
    return this.host.contracts;
  }

  get denom(): string {
    return this.host.denom;
  }

  get strayDenom(): string {
    return this.host.strayDenom;
  }

  account(name: string): Promise<string> {
    const { address } = testAccount(accountName(this.story, name));
    if (!this.accounts.has(address)) {
      this.accounts.add(address);
      for (const denom of [this.denom, this.strayDenom]) this.host.chain.bank.mint(address, denom, POCKET);
    }
    return Promise.resolve(address);
  }

  recipient(name: string, length: 20 | 32 = 20): string {
    return recipientOf(this.story, name, length);
  }

  blockedRecipient(): Promise<string> {
    return Promise.resolve(this.blockedAddress);
  }

  store(wasm: Uint8Array): Promise<StoredCode> {
    return this.host.store(wasm);
  }

  migrate(sender: string, contract: string, codeId: number, msg: object): Promise<void> {
    return this.host.migrate(sender, contract, codeId, msg);
  }

  instantiate(sender: string, codeId: number, msg: object, label: string, admin?: string): Promise<string> {
    return this.host.instantiate(sender, codeId, msg, label, admin);
  }

  execute(sender: string, contract: string, msg: object, funds?: readonly Coin[]): Promise<CallResult> {
    this.host.chain.advance(BLOCK_TIME);
    return this.host.execute(sender, contract, msg, funds);
  }

  send(sender: string, recipient: string, coins: readonly Coin[]): Promise<void> {
    return this.host.send(sender, recipient, coins);
  }

  query<T>(contract: string, msg: object): Promise<T> {
    return this.host.query<T>(contract, msg);
  }

  balance(asset: Asset, address: string): Promise<bigint> {
    return this.host.balance(asset, address);
  }

  async createToken(balances: Record<string, bigint>): Promise<Token> {
    const { codeId, checksum } = this.host.chain.storeCode(await referenceContract('cw20_base.wasm'));
    const address = await this.instantiate(await this.account('faucet'), codeId, tokenMessage(balances), 'token');
    return { address, codeChecksum: checksum };
  }

  createFreezableDenom(holder: string, amount: bigint): Promise<string> {
    const denom = freezableDenom(this.story);
    this.host.chain.bank.mint(holder, denom, amount);
    return Promise.resolve(denom);
  }

  setTransfersEnabled(denom: string, enabled: boolean): Promise<void> {
    return this.host.setTransfersEnabled(denom, enabled);
  }

  now(): Promise<bigint> {
    return this.host.now();
  }

  waitUntil(time: bigint): Promise<void> {
    return this.host.waitUntil(time);
  }
}
