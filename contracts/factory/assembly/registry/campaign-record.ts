import { Asset, Bytes, BytesBuilder, RecordReader, make, panic } from '@questp/std/assembly';
import { CampaignEntry, assetMessage, assetOf } from '@questp/message-schema/assembly';

const LAYOUT: u8 = 1;

/** A registry entry (spec 2.3) as it is stored; the campaign id is in the key as well. */
export function encodeEntry(entry: CampaignEntry): Bytes {
  const record = BytesBuilder.create(320)
    .u8(LAYOUT)
    .text8(entry.campaignId)
    .u32le(entry.fundingAttempt)
    .text8(entry.escrow)
    .text8(entry.owner)
    .u64le(entry.createdAt)
    .u64le(entry.codeId);
  assetOf(entry.asset).write(record);
  return record.toBytes();
}

export function decodeEntry(stored: Bytes): CampaignEntry {
  const reader = RecordReader.of(stored);
  if (reader.u8() != LAYOUT) panic('a campaign record has an unknown layout');
  const entry = make<CampaignEntry>();
  entry.campaignId = reader.text8();
  entry.fundingAttempt = reader.u32();
  entry.escrow = reader.text8();
  entry.owner = reader.text8();
  entry.createdAt = reader.u64();
  entry.codeId = reader.u64();
  entry.asset = assetMessage(Asset.read(reader));
  return entry;
}
