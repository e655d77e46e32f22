import { MICROBLOG_NAME, readMicroblogSpace, type MicroblogSpaceState } from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import {
  asObject,
  listAt,
  optionalAt,
  readEach,
  timeAt,
  UnusableAnswer,
  wholeAt,
  type JsonObject,
  type ReadItems,
} from '../../outbound/described-json.js';
import { FactFailure, PlanRefusal, unexpected, type PlatformRead } from '../../description/platform-fact.js';
import { listOf, MISSING, problemOf } from './api.js';
import { ID, idOf, stringAt, textOf, textsIn } from './reading.js';

/** Spaces of one request. */
export const MAX_SPACES = 100;

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
  /** Why not everybody in it could be read; null: everybody was. */
  failure: string | null;
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
    const body = asObject(answer.json, 'the answer');
    const seen = optionalAt(body, 'data', (parent, name) => readEach(listAt(parent, name), spaceOf).values) ?? [];
    const missing = listOf(body['errors']).flatMap((error) => {
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

/** Failure of a list with an unreadable entry. Accounts that can be read still count as on the stage. */
export const ODD_STAGE = 'The microblog lists people in the Space in a form that its API does not describe.';

/** The platform omits members without a value. @throws UnusableAnswer */
function spaceOf(space: JsonObject): SeenSpace {
  const state = STATES.get(stringAt(space, 'state'));
  if (state === undefined) throw new UnusableAnswer('state is not as it should be');
  const [hosts, speakers] = [idsAt(space, 'host_ids'), idsAt(space, 'speaker_ids')];
  return {
    spaceId: stringAt(space, 'id'),
    state,
    title: textOf(optionalAt(space, 'title', stringAt) ?? '', MICROBLOG_NAME),
    creatorId: idOf(optionalAt(space, 'creator_id', stringAt)) ?? null,
    hostIds: hosts.values,
    speakerIds: speakers.values,
    scheduledStart: isoAt(space, 'scheduled_start'),
    startedAt: isoAt(space, 'started_at'),
    endedAt: isoAt(space, 'ended_at'),
    participants:
      optionalAt(space, 'participant_count', (parent, name) => wholeAt(parent, name, 1_000_000_000)) ?? null,
    failure: hosts.unread || speakers.unread ? ODD_STAGE : null,
  };
}

/** Ids of another form belong to no linked account. */
const idsAt = (space: JsonObject, name: string): ReadItems<string> => {
  const { values, unread } = optionalAt(space, name, textsIn) ?? { values: [], unread: undefined };
  return { values: values.filter((id) => ID.test(id)), unread };
};
const isoAt = (space: JsonObject, name: string): string | null => {
  const time = optionalAt(space, name, timeAt);
  return time === undefined ? null : new Date(time).toISOString();
};
