import { isValidAddress } from './address';
import { Bytes, panic, present } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { make } from './memory';
import { RecordReader } from './record';
import { Key, storageGet, storageSet } from './storage';

const VERSION: u8 = 1;

/**
 * Who owns the contract. It is handed over in two steps, so that a mistyped address does no harm: the owner names a
 * successor, who accepts. It cannot be given up. Instants are nanoseconds on the contract's clock.
 */
@unmanaged
export class Ownership {
  owner: Bytes;
  pendingOwner: Bytes | null;
  /** From this instant on the offer is void; 0 = never. */
  pendingExpiry: u64;

  static of(owner: Bytes): Ownership {
    const ownership = make<Ownership>();
    ownership.owner = owner;
    return ownership;
  }

  static load(): Ownership {
    const reader = RecordReader.of(present(storageGet(key())));
    if (reader.u8() != VERSION) panic('corrupt record');
    const ownership = Ownership.of(reader.text8());
    ownership.pendingOwner = reader.optionalText8();
    ownership.pendingExpiry = reader.u64();
    return ownership;
  }

  save(): void {
    const record = BytesBuilder.create(192).u8(VERSION).text8(this.owner).optionalText8(this.pendingOwner);
    storageSet(key(), record.u64le(this.pendingExpiry).toBytes());
  }

  isOwner(sender: Bytes): bool {
    return this.owner.equals(sender);
  }
}

/** Why a step of a handover is refused; `None`: it is done. */
export enum OwnershipRefusal {
  None = 0,
  Unauthorized,
  NotNow,
  InvalidAddress,
  InvalidExpiry,
  NoPendingOwner,
  Expired,
}

// Each step saves, or is refused and changes nothing. `mayNow` is a condition of the contract, for example its phase; it
// is checked after the sender.

/** Offers the contract until `expiry` (ns), for ever without one. Replaces an earlier offer. */
export function transferOwnership(
  ownership: Ownership,
  sender: Bytes,
  newOwner: Bytes,
  hasExpiry: bool,
  expiry: u64,
  now: u64,
  mayNow: bool = true,
): OwnershipRefusal {
  if (!ownership.isOwner(sender)) return OwnershipRefusal.Unauthorized;
  if (!mayNow) return OwnershipRefusal.NotNow;
  if (!isValidAddress(newOwner)) return OwnershipRefusal.InvalidAddress;
  if (hasExpiry && expiry <= now) return OwnershipRefusal.InvalidExpiry;
  ownership.pendingOwner = newOwner;
  ownership.pendingExpiry = hasExpiry ? expiry : 0;
  ownership.save();
  return OwnershipRefusal.None;
}

/** The successor takes over. `ownership` stays as it was, for who needs the previous owner. */
export function acceptOwnership(ownership: Ownership, sender: Bytes, now: u64, mayNow: bool = true): OwnershipRefusal {
  const pending = ownership.pendingOwner;
  if (!pending) return OwnershipRefusal.NoPendingOwner;
  if (!pending.equals(sender)) return OwnershipRefusal.Unauthorized;
  if (!mayNow) return OwnershipRefusal.NotNow;
  if (ownership.pendingExpiry != 0 && now >= ownership.pendingExpiry) return OwnershipRefusal.Expired;
  Ownership.of(pending).save();
  return OwnershipRefusal.None;
}

/** Withdraws the offer. `ownership` stays as it was. */
export function cancelOwnershipTransfer(ownership: Ownership, sender: Bytes): OwnershipRefusal {
  if (!ownership.isOwner(sender)) return OwnershipRefusal.Unauthorized;
  if (!ownership.pendingOwner) return OwnershipRefusal.NoPendingOwner;
  Ownership.of(ownership.owner).save();
  return OwnershipRefusal.None;
}

function key(): Bytes {
  return Key.of('ownership').bytes();
}
