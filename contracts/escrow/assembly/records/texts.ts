import { Bytes, Key, storageSet } from '@questp/std/assembly';
import { readStored } from './stored';

// Texts that only queries read, stored apart from the records that every payout reads. Those of a discarded allocation
// stay stored and are not read: state and snapshot show whether there is an allocation.

/** Stores the hash and the address of the allocation file: 64 hex characters, then the URI. */
export function saveAllocationFile(sha256: Bytes, uri: Bytes): void {
  storageSet(Key.of('allocation_sha256').bytes(), sha256);
  storageSet(Key.of('allocation_uri').bytes(), uri);
}

export function allocationSha256(): Bytes {
  return text('allocation_sha256');
}

export function allocationUri(): Bytes {
  return text('allocation_uri');
}

export function saveDisputeReason(reason: Bytes): void {
  storageSet(Key.of('dispute_reason').bytes(), reason);
}

export function disputeReason(): Bytes {
  return text('dispute_reason');
}

/** Address of the last committed entry. */
export function saveLastCommitted(address: Bytes): void {
  storageSet(Key.of('last_committed').bytes(), address);
}

export function lastCommitted(): Bytes {
  return text('last_committed');
}

function text(name: string): Bytes {
  return readStored(Key.of(name).bytes());
}
