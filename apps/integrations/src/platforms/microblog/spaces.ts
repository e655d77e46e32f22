import {
  MICROBLOG_NAME,
  MOST_SPACE_HOSTS,
  readMicroblogSpace,
  type MicroblogSpaceState,
} from '@questp/messages/integrations';
import { isMoment } from '@questp/messages/language';
import { at } from '../../outbound/account.js';
import { FactFailure, PlanRefusal, unexpected, type PlatformRead } from '../../outbound/platform-fact.js';
import { listOf, MISSING, problemOf } from './api.js';
import { idOf, textOf } from './reading.js';

/** Spaces of one request. */
export const MOST_SPACES = 100;
/** A Space has at most 13 people on stage at a time. */
const MOST_SPEAKERS = 50;

/** Spec 3, behaviour 4. */
export const SPACES_UNAVAILABLE = 'Reading Spaces is unavailable on the current plan.';

/** A Space that the platform shows. */
export interface SeenSpace {
  spaceId: string;
  state: MicroblogSpaceState;
  title: string;
  creatorId: string | null;
  hostIds: string[];
  speakerIds: string[];
  scheduledStart: string | null;
  startedAt: string | null;
  endedAt: string | null;
  participants: number | null;
}

const FIELDS = 'state,title,creator_id,host_ids,speaker_ids,scheduled_start,started_at,ended_at,participant_count';

/** Result of a request for several Spaces. Ids that the platform says nothing of are in none of the lists. */
export interface SpaceAnswers {
  seen: SeenSpace[];
  /** Ids of no Space that can be read. */
  missing: string[];
  /** Valid ids of a request that was refused for the missing ones. */
  unread: string[];
}

/** Reads Spaces by id. The profiles of their speakers are not requested, because each one costs. */
export const spaces: PlatformRead<{ spaceIds: readonly string[] }, SpaceAnswers> = {
  contract: readMicroblogSpace,
  as: 'platform',
  read: async (calls, { spaceIds }) => {
    const answer = await calls.get(`/2/spaces?ids=${spaceIds.join(',')}&space.fields=${FIELDS}`).catch(planAsSpaces);
    const invalid = answer.status === 400 ? invalidIn(answer.json, spaceIds) : [];
    if (invalid.length > 0) {
      return { seen: [], missing: invalid, unread: spaceIds.filter((id) => !invalid.includes(id)) };
    }
    if (answer.status !== 200) throw unexpected(answer);
    const asked = new Set(spaceIds);
    const seen = listOf(at(answer.json, 'data')).flatMap((space) => spaceOf(space) ?? []);
    const missing = listOf(at(answer.json, 'errors')).flatMap((error) => {
      const id = at(error, 'resource_id') ?? at(error, 'value');
      return MISSING.includes(problemOf(error)) && typeof id === 'string' ? [id] : [];
    });
    const known = new Map(seen.map((space) => [space.spaceId, space]));
    return {
      seen: [...known.values()].filter(({ spaceId }) => asked.has(spaceId)),
      missing: [...new Set(missing)].filter((id) => asked.has(id) && !known.has(id)),
      unread: [],
    };
  },
};

/** The platform refuses a whole request for one malformed id, which its message has in brackets. */
function invalidIn(json: unknown, spaceIds: readonly string[]): string[] {
  const messages = listOf(at(json, 'errors')).map((error) => String(at(error, 'message')));
  return spaceIds.filter((id) => messages.some((message) => message.includes(`[${id}]`)));
}

function planAsSpaces(error: unknown): never {
  throw error instanceof PlanRefusal ? new FactFailure('unsupported', SPACES_UNAVAILABLE) : error;
}

const STATES: ReadonlyMap<unknown, MicroblogSpaceState> = new Map([
  ['scheduled', 'scheduled'],
  ['live', 'live'],
  ['ended', 'ended'],
  ['canceled', 'ended'],
]);

/** Undefined for a Space without id or state. */
function spaceOf(space: unknown): SeenSpace | undefined {
  const [spaceId, state] = [at(space, 'id'), STATES.get(at(space, 'state'))];
  if (typeof spaceId !== 'string' || state === undefined) return undefined;
  const count = at(space, 'participant_count');
  return {
    spaceId,
    state,
    title: textOf(at(space, 'title'), MICROBLOG_NAME),
    creatorId: idOf(at(space, 'creator_id')) ?? null,
    hostIds: idsOf(at(space, 'host_ids')).slice(0, MOST_SPACE_HOSTS),
    speakerIds: idsOf(at(space, 'speaker_ids')).slice(0, MOST_SPEAKERS),
    scheduledStart: timeOf(at(space, 'scheduled_start')),
    startedAt: timeOf(at(space, 'started_at')),
    endedAt: timeOf(at(space, 'ended_at')),
    participants: isCount(count) ? count : null,
  };
}

const idsOf = (ids: unknown): string[] => listOf(ids).flatMap((id) => idOf(id) ?? []);
const timeOf = (time: unknown): string | null =>
  typeof time === 'string' && isMoment(time) ? new Date(time).toISOString() : null;
const isCount = (count: unknown): count is number =>
  Number.isInteger(count) && (count as number) >= 0 && (count as number) <= 1_000_000_000;
