import { Asset, Bytes, Key, RecordReader, RecordWriter, make, storageSet } from '@questp/std/assembly';
import { Limits, Parameters, readLimits, writeLimits } from '@questp/message-schema/assembly';
import { readRecord } from './stored';

const LAYOUT: u8 = 1;

/** The parameters of the creation of the escrow. Written once. */
@unmanaged
export class ConfigRecord {
  campaignId: Bytes;
  fundingAttempt: u32;
  factory: Bytes;
  asset: Asset;
  parameters: Parameters;
  limits: Limits;
  /** Block time (ns). */
  createdAt: u64;
  /** Code id of this escrow at its creation; 0 if an earlier release created it. */
  codeId: u64;
  /** Code id of the factory at that time; 0 in the same case. */
  factoryCodeId: u64;

  static load(): ConfigRecord {
    const reader = readRecord(configKey(), LAYOUT);
    const config = make<ConfigRecord>();
    config.campaignId = reader.text8();
    config.fundingAttempt = reader.u32();
    config.factory = reader.text8();
    config.asset = Asset.read(reader);
    config.parameters = readParameters(reader);
    config.limits = readLimits(reader);
    config.createdAt = reader.u64();
    config.codeId = reader.addedU64();
    config.factoryCodeId = reader.addedU64();
    return config;
  }

  save(): void {
    const record = RecordWriter.create(384)
      .u8(LAYOUT)
      .text8(this.campaignId)
      .u32le(this.fundingAttempt)
      .text8(this.factory);
    this.asset.write(record);
    writeParameters(record, this.parameters);
    writeLimits(record, this.limits);
    record.u64le(this.createdAt).u64le(this.codeId).u64le(this.factoryCodeId);
    storageSet(configKey(), record.toBytes());
  }
}

function configKey(): Bytes {
  return Key.of('config').bytes();
}

function writeParameters(record: RecordWriter, parameters: Parameters): void {
  record
    .u64le(parameters.startsAt)
    .u64le(parameters.endsAt)
    .u16le(<u16>parameters.feeBps)
    .u128le(parameters.minPayout)
    .u16le(<u16>parameters.maxShareBps)
    .u32le(parameters.challengeSecs)
    .u32le(parameters.commitWindowSecs)
    .u32le(parameters.claimWindowSecs);
}

function readParameters(reader: RecordReader): Parameters {
  const parameters = make<Parameters>();
  parameters.startsAt = reader.u64();
  parameters.endsAt = reader.u64();
  parameters.feeBps = reader.u16();
  parameters.minPayout = reader.u128();
  parameters.maxShareBps = reader.u16();
  parameters.challengeSecs = reader.u32();
  parameters.commitWindowSecs = reader.u32();
  parameters.claimWindowSecs = reader.u32();
  return parameters;
}
