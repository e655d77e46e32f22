import { Bytes, Env, MessageInfo, Ownership, Response, SECOND, addU64, mulU64, subU64 } from '@questp/std/assembly';
import { CommonError, GlobalPause, Pause, PauseKind, pauseKindName, refusal } from '@questp/message-schema/assembly';
import { ConfigRecord } from '../config/config-record';
import { SharedRecord } from '../config/shared-record';
import { isRunning, neverPaused, totalsAt } from '../global-pause';
import { appendToHistory } from './pause-history';
import { PauserAllowance } from '../pauser-allowance';

const NO_KIND: i32 = -1;

/** Global pause until `until` (ns) by owner, guardian or pauser; only the pauser is limited (docs/guides/contracts.md). */
export function pauseFactory(env: Env, info: MessageInfo, msg: Pause): usize {
  const shared = SharedRecord.load();
  const kind = kindOf(info.sender, shared);
  if (kind == NO_KIND) return refusal(CommonError.Unauthorized);
  const now = env.blockTime;
  const maxPauseSecs = ConfigRecord.load().limits.maxPauseSecs;
  const latest = shared.pause;
  const running = isRunning(latest, now);
  const isTooFar = msg.until > addU64(now, mulU64(maxPauseSecs, SECOND));
  if (msg.until <= now || isTooFar || (running && msg.until < latest.until)) return refusal(CommonError.InvalidPause);

  const allowance = PauserAllowance.load();
  if (running) endNow(latest, now, allowance);
  if (kind == PauseKind.Pauser) {
    const refused = allowance.spend(msg.until - now, now, maxPauseSecs);
    if (refused) return refused;
  }
  allowance.save();
  shared.pause = startAfter(latest, now, msg.until, <PauseKind>kind);
  shared.save();
  return Response.create('pause')
    .attributeAscii('kind', pauseKindName(<PauseKind>kind))
    .attributeU64('start', now)
    .attributeU64('until', msg.until)
    .finish();
}

/** Ends the running pause: guardian or owner. With no pause running anyone may call and nothing happens. */
export function unpauseFactory(env: Env, info: MessageInfo): usize {
  const shared = SharedRecord.load();
  const now = env.blockTime;
  const latest = shared.pause;
  if (!isRunning(latest, now)) return Response.create('unpause').attributeAscii('effect', 'none').finish();
  if (info.sender != shared.guardian && !Ownership.load().isOwner(info.sender)) {
    return refusal(CommonError.Unauthorized);
  }
  const allowance = PauserAllowance.load();
  endNow(latest, now, allowance);
  allowance.save();
  shared.save();
  return Response.create('unpause')
    .attributeAscii('effect', 'unpaused')
    .attributeAscii('kind', pauseKindName(latest.kind))
    .attributeU64('until', now)
    .finish();
}

/** A sender with several roles acts in the least limited one. */
function kindOf(sender: Bytes, shared: SharedRecord): i32 {
  if (Ownership.load().isOwner(sender)) return PauseKind.Owner;
  if (sender == shared.guardian) return PauseKind.Guardian;
  return sender == shared.pauser ? PauseKind.Pauser : NO_KIND;
}

function endNow(pause: GlobalPause, now: u64, allowance: PauserAllowance): void {
  if (pause.kind == PauseKind.Pauser) allowance.giveBack(subU64(pause.until, now));
  pause.until = now;
}

function startAfter(previous: GlobalPause, now: u64, until: u64, kind: PauseKind): GlobalPause {
  // A pause replaced in the block in which it began has no length, and its successor would have the same key.
  if (previous.until > previous.start) appendToHistory(previous);
  const next = neverPaused();
  next.totalsBefore = totalsAt(previous, now);
  next.start = now;
  next.until = until;
  next.kind = kind;
  return next;
}
