import { Bytes, List, hexDecode, isSecp256k1PublicKey, isValidAddress, present } from '@questp/std/assembly';
import { ACCEPTED, CommonError, FactoryError, Limits, refusal } from '@questp/message-schema/assembly';

// Upper bounds of spec 2.2.
const DAY_SECS: u32 = 86_400;
const MAX_FEE_BPS: u32 = 1000;
const MAX_COMMIT_BATCH: u32 = 2000;
const MAX_DISTRIBUTE_BATCH: u32 = 1000;
const MAX_CW20_CHECKSUMS: u32 = 20;
const CHECKSUM_HEX_LENGTH: u32 = 64;

// Every check returns 0 when the value may be stored, else the refusal to hand back.

export function checkAddress(address: Bytes, field: string): usize {
  return isValidAddress(address) ? ACCEPTED : refusal(CommonError.InvalidAddress, Bytes.ascii(field));
}

/** A point of the curve: with any other key no ticket could ever be accepted. */
export function checkTicketSigner(key: Bytes): usize {
  return isSecp256k1PublicKey(key) ? ACCEPTED : invalidConfig('ticket_signer');
}

export function checkMaxFee(bps: u32): usize {
  return bps <= MAX_FEE_BPS ? ACCEPTED : invalidConfig('max_fee_bps');
}

/**
 * The bounds of spec 2.2. A minimum is at most its maximum. A batch of 0 would leave escrows without a way out; a
 * challenge or claim window of 0 would let the operator pay a whole pool to any address, or to none, in one block.
 */
export function checkLimits(limits: Limits): usize {
  const l = limits;
  if (isBadWindow(l.minChallengeSecs, l.maxChallengeSecs)) return invalidConfig('min_challenge_secs');
  if (l.maxChallengeSecs > 7 * DAY_SECS) return invalidConfig('max_challenge_secs');
  if (l.minCommitWindowSecs > l.maxCommitWindowSecs) return invalidConfig('min_commit_window_secs');
  if (l.maxCommitWindowSecs > 90 * DAY_SECS) return invalidConfig('max_commit_window_secs');
  if (l.minRecommitSecs > 14 * DAY_SECS) return invalidConfig('min_recommit_secs');
  if (isBadWindow(l.minClaimWindowSecs, l.maxClaimWindowSecs)) return invalidConfig('min_claim_window_secs');
  if (l.maxClaimWindowSecs > 365 * DAY_SECS) return invalidConfig('max_claim_window_secs');
  if (l.disputeTimeoutSecs > 14 * DAY_SECS) return invalidConfig('dispute_timeout_secs');
  if (l.maxPauseSecs > 7 * DAY_SECS) return invalidConfig('max_pause_secs');
  if (l.maxCommitBatch == 0 || l.maxCommitBatch > MAX_COMMIT_BATCH) return invalidConfig('max_commit_batch');
  if (l.maxDistributeBatch == 0 || l.maxDistributeBatch > MAX_DISTRIBUTE_BATCH) {
    return invalidConfig('max_distribute_batch');
  }
  return ACCEPTED;
}

/** True if the limits permit a window of length 0, or no window at all. */
function isBadWindow(least: u32, most: u32): bool {
  return least == 0 || least > most;
}

/** At most 20 checksums, 64 lowercase hex characters each, none twice. */
export function checkCw20Checksums(checksums: List<Bytes>): usize {
  const count = checksums.length;
  if (count > MAX_CW20_CHECKSUMS) return invalidConfig('cw20_code_checksums');
  for (let i: u32 = 0; i < count; i++) {
    if (checksums.at(i).length != CHECKSUM_HEX_LENGTH || !hexDecode(checksums.at(i))) {
      return invalidConfig('cw20_code_checksums');
    }
    for (let j: u32 = 0; j < i; j++) {
      if (checksums.at(i) == checksums.at(j)) return invalidConfig('cw20_code_checksums');
    }
  }
  return ACCEPTED;
}

/** The 32-byte forms of checksums that passed `checkCw20Checksums`. */
export function decodeChecksums(checksums: List<Bytes>): List<Bytes> {
  const decoded = List.create<Bytes>(checksums.length);
  for (let i: u32 = 0; i < checksums.length; i++) decoded.push(present(hexDecode(checksums.at(i))));
  return decoded;
}

function invalidConfig(field: string): usize {
  return refusal(FactoryError.InvalidConfig, Bytes.ascii(field));
}
