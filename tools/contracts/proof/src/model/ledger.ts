import { type Asset } from '../scenario/backend.js';
import { assetKey } from './asset.js';
import { demand } from './refusal.js';

/** Who holds how much of which asset, and who cannot receive it. */
export class Ledger {
  private readonly balances = new Map<string, Map<string, bigint>>();
  private readonly refusing = new Set<string>();
  private readonly arrivals = new Map<string, bigint>();

  balance(asset: Asset, holder: string): bigint {
    return this.balances.get(assetKey(asset))?.get(holder) ?? 0n;
  }

  /** Everything of `asset` that `holder` ever received. */
  received(asset: Asset, holder: string): bigint {
    return this.arrivals.get(`${assetKey(asset)} ${holder}`) ?? 0n;
  }

  mint(asset: Asset, holder: string, amount: bigint): void {
    this.add(asset, holder, amount);
  }

  /** Whether a transfer of `asset` to `holder` goes through. */
  accepts(asset: Asset, holder: string): boolean {
    return !this.refusing.has(`${assetKey(asset)} ${holder}`);
  }

  setAccepts(asset: Asset, holder: string, accepts: boolean): void {
    const key = `${assetKey(asset)} ${holder}`;
    if (accepts) this.refusing.delete(key);
    else this.refusing.add(key);
  }

  /**
   * Moves `amount` of `asset`.
   *
   * @throws Refusal `bank` when the sender has too little or the recipient cannot receive it
   */
  move(asset: Asset, from: string, to: string, amount: bigint): void {
    demand(amount > 0n && this.accepts(asset, to) && this.balance(asset, from) >= amount, 'bank');
    this.add(asset, from, -amount);
    this.add(asset, to, amount);
    this.arrivals.set(`${assetKey(asset)} ${to}`, this.received(asset, to) + amount);
  }

  /** As `move`, but returns false if the recipient does not accept it. */
  tryMove(asset: Asset, from: string, to: string, amount: bigint): boolean {
    if (!this.accepts(asset, to)) return false;
    this.move(asset, from, to, amount);
    return true;
  }

  /** Every holder of every asset: `[asset key, holder, amount]`. */
  *entries(): Iterable<[string, string, bigint]> {
    for (const [asset, holders] of this.balances) {
      for (const [holder, amount] of holders) yield [asset, holder, amount];
    }
  }

  private add(asset: Asset, holder: string, amount: bigint): void {
    const key = assetKey(asset);
    const holders = this.balances.get(key) ?? new Map<string, bigint>();
    this.balances.set(key, holders.set(holder, (holders.get(holder) ?? 0n) + amount));
  }
}
