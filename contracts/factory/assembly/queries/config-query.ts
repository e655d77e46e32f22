import { Bytes, Env, List, Ownership, hexEncode, make, queryResponse } from '@questp/std/assembly';
import { FactoryConfigResponse } from '@questp/message-schema/assembly';
import { ConfigRecord } from '../config/config-record';
import { SharedRecord } from '../config/shared-record';
import { isRunning } from '../global-pause';

export function queryConfig(env: Env): usize {
  const response = make<FactoryConfigResponse>();
  response.owner = Ownership.load().owner;
  addTerms(response, ConfigRecord.load());
  addShared(response, SharedRecord.load(), env.blockTime);
  return queryResponse(response.toJson());
}

function addTerms(response: FactoryConfigResponse, config: ConfigRecord): void {
  response.ticketSigner = config.ticketSigner;
  response.escrowCodeId = config.escrowCodeId;
  response.escrowAdmin = config.escrowAdmin;
  response.maxFeeBps = config.maxFeeBps;
  response.limits = config.limits;
  const checksums = config.cw20Checksums;
  response.cw20CodeChecksums = List.create<Bytes>(checksums.length);
  for (let i: u32 = 0; i < checksums.length; i++) response.cw20CodeChecksums.push(hexEncode(checksums.at(i)));
}

/** `global_pause` is the latest pause, running or over; `paused_until` only of a running one. */
function addShared(response: FactoryConfigResponse, shared: SharedRecord, now: u64): void {
  const pause = shared.pause;
  response.operator = shared.operator;
  response.pauser = shared.pauser;
  response.guardian = shared.guardian;
  response.treasury = shared.treasury;
  response.hasPausedUntil = isRunning(pause, now);
  response.pausedUntil = pause.until;
  if (pause.until != 0) response.globalPause = pause;
}
