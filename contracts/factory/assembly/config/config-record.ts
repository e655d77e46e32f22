import {
  Bytes,
  BytesBuilder,
  Key,
  List,
  RecordReader,
  make,
  panic,
  present,
  storageGet,
  storageSet,
} from '@questp/std/assembly';
import { Limits, readLimits, writeLimits } from '@questp/message-schema/assembly';

const LAYOUT: u8 = 1;

/** The part of the configuration that only the factory needs (spec 2.2); the roles are in the shared record. */
@unmanaged
export class ConfigRecord {
  /** 33-byte compressed secp256k1 key. */
  ticketSigner: Bytes;
  escrowCodeId: u64;
  /** The 32-byte SHA-256 of the escrow's code. It never changes for a code id, so it is read once. */
  escrowChecksum: Bytes;
  /** null: escrows are immutable. */
  escrowAdmin: Bytes | null;
  maxFeeBps: u32;
  limits: Limits;
  /** 32-byte checksums of the token codes that may fund a campaign. */
  cw20Checksums: List<Bytes>;

  static load(): ConfigRecord {
    const reader = RecordReader.of(present(storageGet(configKey())));
    if (reader.u8() != LAYOUT) panic('the config record has an unknown layout');
    const config = make<ConfigRecord>();
    config.ticketSigner = reader.fixed(33);
    config.escrowCodeId = reader.u64();
    config.escrowChecksum = reader.fixed(32);
    config.escrowAdmin = reader.optionalText8();
    config.maxFeeBps = reader.u16();
    config.limits = readLimits(reader);
    const count = <u32>reader.u8();
    config.cw20Checksums = List.create<Bytes>(count);
    for (let i: u32 = 0; i < count; i++) config.cw20Checksums.push(reader.fixed(32));
    return config;
  }

  save(): void {
    const record = BytesBuilder.create(256)
      .u8(LAYOUT)
      .bytes(this.ticketSigner)
      .u64le(this.escrowCodeId)
      .bytes(this.escrowChecksum)
      .optionalText8(this.escrowAdmin)
      .u16le(<u16>this.maxFeeBps);
    writeLimits(record, this.limits);
    const checksums = this.cw20Checksums;
    record.u8(<u8>checksums.length);
    for (let i: u32 = 0; i < checksums.length; i++) record.bytes(checksums.at(i));
    storageSet(configKey(), record.toBytes());
  }
}

function configKey(): Bytes {
  return Key.of('config').bytes();
}
