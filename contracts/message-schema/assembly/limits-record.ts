import { RecordReader, RecordWriter, make } from '@questp/std/assembly';
import { Limits } from './generated/common';

/** Reads the eleven limits (seconds and counts, u32 each) in the order `writeLimits` wrote them. */
export function readLimits(reader: RecordReader): Limits {
  const limits = make<Limits>();
  limits.minChallengeSecs = reader.u32();
  limits.maxChallengeSecs = reader.u32();
  limits.minCommitWindowSecs = reader.u32();
  limits.maxCommitWindowSecs = reader.u32();
  limits.minRecommitSecs = reader.u32();
  limits.minClaimWindowSecs = reader.u32();
  limits.maxClaimWindowSecs = reader.u32();
  limits.disputeTimeoutSecs = reader.u32();
  limits.maxPauseSecs = reader.u32();
  limits.maxCommitBatch = reader.u32();
  limits.maxDistributeBatch = reader.u32();
  return limits;
}

export function writeLimits(record: RecordWriter, limits: Limits): void {
  record
    .u32le(limits.minChallengeSecs)
    .u32le(limits.maxChallengeSecs)
    .u32le(limits.minCommitWindowSecs)
    .u32le(limits.maxCommitWindowSecs)
    .u32le(limits.minRecommitSecs)
    .u32le(limits.minClaimWindowSecs)
    .u32le(limits.maxClaimWindowSecs)
    .u32le(limits.disputeTimeoutSecs)
    .u32le(limits.maxPauseSecs)
    .u32le(limits.maxCommitBatch)
    .u32le(limits.maxDistributeBatch);
}
