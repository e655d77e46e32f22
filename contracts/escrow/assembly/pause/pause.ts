import { Bytes, Response, SECOND, addU64, mulU64, subU64 } from '@questp/std/assembly';
import { ACCEPTED, CommonError, Pause, refusal } from '@questp/message-schema/assembly';
import { settlePause } from '../clock/clock';
import { Context } from '../context';
import { isGuardian, isPauser, requireRole } from '../roles/roles';
import { spendPauserAllowance } from './pauser-limits';

/** pause: stops the escrow clock and blocks the messages that a pause blocks. A running pause ends now. */
export function pause(context: Context, sender: Bytes, msg: Pause): usize {
  const guardian = isGuardian(context, sender);
  const refused = requireRole(context, guardian || isPauser(context, sender)) || checkUntil(context, msg.until);
  if (refused) return refused;
  const record = context.clockRecord;
  const now = context.env.blockTime;
  closeRunningPause(context);
  if (!guardian) {
    const exhausted = spendPauserAllowance(record, now, msg.until, context.config.limits.maxPauseSecs);
    if (exhausted) return exhausted;
  }
  record.pauseStart = now;
  record.pauseUntil = msg.until;
  record.globalAtPauseStart = record.globalSeen;
  record.byPauser = !guardian;
  record.isChanged = true;
  return context.finish(
    Response.create('pause')
      .attributeAscii('kind', guardian ? 'guardian' : 'pauser')
      .attributeU64('until', msg.until),
  );
}

/** unpause: the pauser or the guardian ends the pause now. Without a pause anybody may call it, without effect. */
export function unpause(context: Context, sender: Bytes): usize {
  const response = Response.create('unpause');
  if (!context.clockRecord.pauseStart) return context.finish(response.attributeAscii('effect', 'none'));
  const refused = requireRole(context, isGuardian(context, sender) || isPauser(context, sender));
  if (refused) return refused;
  closeRunningPause(context);
  return context.finish(response.attributeAscii('effect', 'unpaused'));
}

function checkUntil(context: Context, until: u64): usize {
  const now = context.env.blockTime;
  const latest = addU64(now, mulU64(context.config.limits.maxPauseSecs, SECOND));
  const isValid = until > now && until <= latest && until >= context.clockRecord.pauseUntil;
  return isValid ? ACCEPTED : refusal(CommonError.InvalidPause);
}

/** The rest of a pauser's pause returns to the budget. */
function closeRunningPause(context: Context): void {
  const record = context.clockRecord;
  if (!record.pauseStart) return;
  const now = context.env.blockTime;
  if (record.byPauser) record.pauserUsed = subU64(record.pauserUsed, record.pauseUntil - now);
  settlePause(record, now, record.globalSeen);
}
