import type { MicroblogSpace, MicroblogSpaceReport, MicroblogStage } from '@questp/messages/integrations';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { secretCode } from '../../secret-code/code.js';
import { accountSubject } from './post-rule.js';
import { contains } from './text-rule.js';

export interface AttendConfig {
  code: string;
  startsAt: string;
  endsAt: string;
  graceMinutes: number;
}

/** When the code counts; `to` is null while the Space is live. */
interface Opening {
  from: Date;
  to: Date | null;
}

/**
 * The code that the host speaks counts while the Space is live and within the grace period (spec 4.2). Outside of that
 * time no code is compared, so that the answer reveals nothing about it.
 */
export function attend(
  config: AttendConfig,
  entered: { code: string },
  report: MicroblogSpaceReport | null,
  now: Date,
): Outcome {
  const { space = null, reason = null } = report ?? {};
  const opening = space !== null && reason === null ? openingOf(space, config) : windowOf(config);
  const isOpen = opening !== null && now >= opening.from && (opening.to === null || now < opening.to);
  if (isOpen) return secretCode(config, entered);
  if (space !== null && reason === null) return notLive(space, config);
  const detail = `${reason ?? 'The microblog does not show the Space.'} Until it can be read, the code counts from ${config.startsAt} to ${config.endsAt} and ${config.graceMinutes} minutes after.`;
  return {
    kind: 'fail',
    code: 'SPACE_NOT_LIVE',
    detail,
    ...(opening !== null && now < opening.from && { availableAt: opening.from }),
  };
}

const MINUTE_MS = 60_000;
const after = (time: string, { graceMinutes }: AttendConfig) => new Date(Date.parse(time) + graceMinutes * MINUTE_MS);

/** Null: it has not started. */
function openingOf({ state, endedAt }: MicroblogSpace, config: AttendConfig): Opening | null {
  if (state === 'scheduled') return null;
  return { from: new Date(0), to: endedAt === null ? null : after(endedAt, config) };
}

/** Holds while the Space cannot be read (spec 3, behaviour 4). */
const windowOf = (config: AttendConfig): Opening => ({
  from: new Date(config.startsAt),
  to: after(config.endsAt, config),
});

function notLive({ state, scheduledStart }: MicroblogSpace, { graceMinutes }: AttendConfig): Outcome {
  if (state === 'scheduled') {
    const detail = 'The Space has not started; enter the code while it is live.';
    const availableAt = scheduledStart === null ? {} : { availableAt: new Date(scheduledStart) };
    return { kind: 'fail', code: 'SPACE_NOT_LIVE', detail, ...availableAt };
  }
  const detail = `The Space ended more than ${graceMinutes} minutes ago.`;
  return { kind: 'fail', code: 'SPACE_NOT_LIVE', detail };
}

const fail = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });
const NO_SPACE = 'The microblog has no such Space, or it ended before anybody asked about it.';

const TOO_MANY = 'Not among the first 1,000 speakers and 50 hosts that were seen; later ones are not kept.';

/** Checked again later; without `retryAt` soon. */
const notYet = (detail: string, retryAt: string | null = null): Outcome => ({
  ...{ kind: 'inconclusive', cause: 'not_ready', code: 'ACTION_NOT_FOUND', detail },
  ...(retryAt !== null && { retryAt: new Date(retryAt) }),
});

const hasEnded = ({ state }: MicroblogSpace): boolean => state === 'ended';

/** The linked account was seen on the stage; until the Space has ended it may still come there. */
export function speak(stage: MicroblogStage | null): Outcome {
  if (stage === null) return fail(NO_SPACE);
  const { space, reason, accountId, isHost, isSpeaker, isComplete } = stage;
  if (isHost || isSpeaker) return { kind: 'pass', subjects: [accountSubject(accountId)] };
  if (reason !== null) return { kind: 'review', detail: reason };
  if (space === null) return fail(NO_SPACE);
  if (isComplete === false) return { kind: 'review', detail: TOO_MANY };
  if (hasEnded(space)) return fail('Your linked account was not seen on the stage of the Space.');
  return space.state === 'live'
    ? notYet('Your linked account is not on the stage; it is looked for until the Space ends.')
    : notYet('The Space has not started.', space.scheduledStart);
}

export interface HostConfig {
  titleKeywords?: readonly string[];
  minListeners?: number;
}

/** The linked account hosts the Space, which has every keyword, began within the campaign and had enough listeners. */
export function host(
  { titleKeywords = [], minListeners }: HostConfig,
  stage: MicroblogStage | null,
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
): Outcome {
  if (stage === null) return fail(NO_SPACE);
  const { space, reason, accountId, isHost, isComplete } = stage;
  const unread: Outcome | null = reason === null ? null : { kind: 'review', detail: reason };
  if (space === null) return unread ?? fail(NO_SPACE);
  if (!isHost && isComplete === false) return { kind: 'review', detail: TOO_MANY };
  if (!isHost) return unread ?? fail('Your linked account did not create or co-host the Space.');
  const lacking = titleKeywords.filter((keyword) => !contains(space.title, keyword));
  if (lacking.length > 0) return unread ?? fail(`The title of the Space lacks: ${lacking.join(', ')}.`);
  if (space.startedAt === null) return unread ?? notStarted(space);
  const began = new Date(space.startedAt);
  if ((startsAt !== null && began < startsAt) || (endsAt !== null && began >= endsAt)) {
    return fail('The Space did not begin within the campaign.');
  }
  if (minListeners !== undefined && (space.participants ?? 0) < minListeners) {
    return unread ?? tooFew(space, minListeners);
  }
  return {
    kind: 'pass',
    subjects: [accountSubject(accountId)],
    usesOneOf: [{ kind: 'space', subject: `microblog/${space.spaceId}/${accountId}` }],
  };
}

const notStarted = (space: MicroblogSpace): Outcome =>
  space.state === 'scheduled'
    ? notYet('The Space has not started.', space.scheduledStart)
    : { kind: 'review', detail: 'The microblog does not report when the Space began.' };

function tooFew(space: MicroblogSpace, minListeners: number): Outcome {
  const { participants } = space;
  if (participants === null) {
    return { kind: 'review', detail: 'The microblog does not report how many listeners the Space had.' };
  }
  const detail = `The Space had ${participants} listeners at most; it needs ${minListeners}.`;
  return hasEnded(space) ? fail(detail) : notYet(detail);
}
