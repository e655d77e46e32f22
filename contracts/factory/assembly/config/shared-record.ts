import {
  Bytes,
  BytesBuilder,
  Key,
  RecordReader,
  make,
  panic,
  present,
  storageGet,
  storageSet,
} from '@questp/std/assembly';
import { GlobalPause } from '@questp/message-schema/assembly';
import { neverPaused, readPause, writePause } from '../global-pause';

const LAYOUT: u8 = 1;

/**
 * The roles and the latest global pause: what every escrow reads with one raw query. The layout is binding
 * (docs/guides/contracts.md, Storage); a change of it needs a new layout version that deployed escrows understand.
 */
@unmanaged
export class SharedRecord {
  operator: Bytes;
  pauser: Bytes;
  guardian: Bytes;
  treasury: Bytes;
  pause: GlobalPause;

  /** A factory that was never paused; the roles are the caller's to fill in. */
  static create(): SharedRecord {
    const shared = make<SharedRecord>();
    shared.pause = neverPaused();
    return shared;
  }

  static load(): SharedRecord {
    const reader = RecordReader.of(present(storageGet(sharedKey())));
    if (reader.u8() != LAYOUT) panic('the shared record has an unknown layout');
    const shared = SharedRecord.create();
    shared.operator = reader.text8();
    shared.pauser = reader.text8();
    shared.guardian = reader.text8();
    shared.treasury = reader.text8();
    shared.pause = readPause(reader);
    return shared;
  }

  save(): void {
    const record = BytesBuilder.create(320)
      .u8(LAYOUT)
      .text8(this.operator)
      .text8(this.pauser)
      .text8(this.guardian)
      .text8(this.treasury);
    writePause(record, this.pause);
    storageSet(sharedKey(), record.toBytes());
  }
}

function sharedKey(): Bytes {
  return Key.of('shared').bytes();
}
