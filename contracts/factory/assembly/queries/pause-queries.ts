import { Env, make, queryResponse } from '@questp/std/assembly';
import { PauseStateResponse, PauseTotalsQuery } from '@questp/message-schema/assembly';
import { SharedRecord } from '../config/shared-record';
import { isRunning } from '../global-pause';
import { pauseTotals } from '../pause/pause-history';

export function queryPauseState(env: Env): usize {
  const pause = SharedRecord.load().pause;
  const response = make<PauseStateResponse>();
  response.paused = isRunning(pause, env.blockTime);
  if (response.paused) {
    response.hasPausedUntil = true;
    response.pausedUntil = pause.until;
    response.hasKind = true;
    response.kind = pause.kind;
  }
  return queryResponse(response.toJson());
}

/** For a future time the running pause counts until its end. */
export function queryPauseTotals(msg: PauseTotalsQuery): usize {
  return queryResponse(pauseTotals(SharedRecord.load().pause, msg.at).toJson());
}
