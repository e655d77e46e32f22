import {
  Bytes,
  BytesBuilder,
  canonicalize,
  humanize,
  instantiate2Address,
  present,
  sha256,
} from '@questp/std/assembly';

/** With the longest campaign id and attempt the label stays below the chain's 128 characters. */
const LABEL_PREFIX: string = 'questp campaign-escrow ';

export function escrowLabel(campaignId: Bytes, attempt: u32): Bytes {
  return BytesBuilder.create(128).ascii(LABEL_PREFIX).bytes(attemptName(campaignId, attempt)).toBytes();
}

/** SHA-256 of `<campaign_id>:<funding_attempt>`: a campaign id alone may fill the chain's 64 bytes of salt. */
export function escrowSalt(campaignId: Bytes, attempt: u32): Bytes {
  return sha256(attemptName(campaignId, attempt));
}

/** Where the chain will create the escrow (Instantiate2): code checksum, this factory and the salt decide. */
export function escrowAddress(checksum: Bytes, factory: Bytes, salt: Bytes): Bytes {
  return humanize(instantiate2Address(checksum, present(canonicalize(factory)), salt));
}

function attemptName(campaignId: Bytes, attempt: u32): Bytes {
  return BytesBuilder.create(80).bytes(campaignId).u8(0x3a).decimal(attempt).toBytes();
}
