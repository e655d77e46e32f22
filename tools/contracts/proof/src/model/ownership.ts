import { demand } from './refusal.js';

/** Two-step ownership of a contract. */
export class Ownership {
  pending: { owner: string; expiry: bigint | undefined } | undefined;

  constructor(public owner: string) {}

  transfer(newOwner: string, expiry: bigint | undefined, now: bigint): void {
    demand(expiry === undefined || expiry > now, 'invalid_expiry');
    this.pending = { owner: newOwner, expiry };
  }

  /** @throws Refusal `no_pending_owner`, `unauthorized`, `ownership_expired` */
  demandPending(sender: string): void {
    demand(this.pending !== undefined, 'no_pending_owner');
    demand(this.pending.owner === sender, 'unauthorized');
  }

  accept(now: bigint): void {
    demand(this.pending !== undefined, 'no_pending_owner');
    demand(this.pending.expiry === undefined || now < this.pending.expiry, 'ownership_expired');
    this.owner = this.pending.owner;
    this.pending = undefined;
  }

  cancel(): void {
    demand(this.pending !== undefined, 'no_pending_owner');
    this.pending = undefined;
  }

  /** The answer to `ownership {}`. */
  response(): object {
    return {
      owner: this.owner,
      pending_owner: this.pending?.owner ?? null,
      pending_expiry: this.pending?.expiry === undefined ? null : `${this.pending.expiry}`,
    };
  }
}
