import { panic } from './abort';
import { isValidAddress } from './address';
import { Bytes } from './bytes';
import { BytesBuilder } from './bytes-builder';
import { make } from './memory';
import { RecordReader } from './record';
import { Key, storageGet, storageSet } from './storage';

const VERSION: u8 = 1;

/**
 * Who owns the contract. It is handed over in two steps: the owner names a successor, who accepts, so that a mistyped
 * address costs nothing. There is no way to give it up. Instants are nanoseconds on the contract's clock.
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
    const record = storageGet(key());
    if (!record) panic('no owner');
    const reader = RecordReader.of(record!);
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

// Each step saves and returns null when it is done, else the code of the refusal, and nothing is changed.

/** `expiry` 0: the offer stays open. Replaces an earlier offer. */
export function transferOwnership(sender: Bytes, newOwner: Bytes, expiry: u64, now: u64): string | null {
  const ownership = Ownership.load();
  if (!ownership.isOwner(sender)) return 'unauthorized';
  if (!isValidAddress(newOwner)) return 'invalid_address';
  if (expiry != 0 && expiry <= now) return 'invalid_expiry';
  ownership.pendingOwner = newOwner;
  ownership.pendingExpiry = expiry;
  ownership.save();
  return null;
}

export function acceptOwnership(sender: Bytes, now: u64): string | null {
  const ownership = Ownership.load();
  const pending = ownership.pendingOwner;
  if (!pending) return 'no_pending_owner';
  if (!pending.equals(sender)) return 'unauthorized';
  if (ownership.pendingExpiry != 0 && now >= ownership.pendingExpiry) return 'ownership_expired';
  Ownership.of(pending).save();
  return null;
}

export function cancelOwnershipTransfer(sender: Bytes): string | null {
  const ownership = Ownership.load();
  if (!ownership.isOwner(sender)) return 'unauthorized';
  if (!ownership.pendingOwner) return 'no_pending_owner';
  Ownership.of(ownership.owner).save();
  return null;
}

function key(): Bytes {
  return Key.of('ownership').bytes();
}
