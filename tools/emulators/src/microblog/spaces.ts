import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform, Route } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { BRAND, ID, idOf } from './accounts.js';
import { readShown } from './names.js';
import { invalidParameter, notFound } from './problems.js';
import { reading } from './reading.js';
import { nothing, spaceAnswer } from './results.js';

const SPACE_ID = '^[a-zA-Z0-9]{1,13}$';
const TIME = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$' });

const spaceSchema = Type.Object(
  {
    id: Type.String({ pattern: SPACE_ID }),
    /** malformed: no Space, but an id that the platform refuses although it matches SPACE_ID. */
    state: Type.Union([
      Type.Literal('scheduled'),
      Type.Literal('live'),
      Type.Literal('ended'),
      Type.Literal('malformed'),
    ]),
    title: Type.String({ default: '' }),
    creator: ID,
    hosts: Type.Array(ID, { default: [] }),
    speakers: Type.Array(ID, { default: [] }),
    scheduledStart: Type.Optional(TIME),
    startedAt: Type.Optional(TIME),
    /** Missing on the platform at times. */
    participants: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false },
);
type Space = Static<typeof spaceSchema>;

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const done = idOf(DONE);

export const SPACES = new Collection({
  name: 'spaces',
  key: ['id'],
  schema: spaceSchema,
  seed: (): Space[] => [
    {
      ...{ id: '1LiveSpace001', state: 'live', title: 'Orbit weekly', creator: BRAND.id, hosts: [BRAND.id] },
      ...{ speakers: [done], startedAt: minutesAgo(30), participants: 120 },
    },
    {
      ...{ id: '1LiveSpace002', state: 'live', title: 'Orbit of a guest', creator: done, hosts: [done] },
      ...{ speakers: [], startedAt: minutesAgo(20) },
    },
    {
      ...{ id: '1SoonSpace001', state: 'scheduled', title: 'Orbit next week', creator: BRAND.id, hosts: [BRAND.id] },
      ...{ speakers: [], scheduledStart: minutesAgo(-600) },
    },
    {
      ...{ id: '1EndedSpace01', state: 'ended', title: 'Orbit last week', creator: BRAND.id, hosts: [BRAND.id] },
      ...{ speakers: [done], startedAt: minutesAgo(10_000), participants: 80 },
    },
  ],
});

function show(space: Space, fields: ReadonlySet<string>) {
  const all: Readonly<Record<string, unknown>> = {
    id: space.id,
    state: space.state,
    title: space.title,
    creator_id: space.creator,
    host_ids: space.hosts,
    speaker_ids: space.speakers.length > 0 ? space.speakers : undefined,
    created_at: space.startedAt ?? minutesAgo(60),
    updated_at: space.startedAt ?? minutesAgo(60),
    started_at: space.startedAt,
    scheduled_start: space.scheduledStart,
    participant_count: space.participants,
    is_ticketed: false,
    lang: 'en',
  };
  const shown = ['id', 'state', ...fields].filter((field) => all[field] !== undefined);
  return Object.fromEntries(shown.map((field) => [field, all[field]]));
}

/** A Space that has ended is not there. */
const isReadable = (space: Space | undefined): space is Space =>
  space !== undefined && ['scheduled', 'live'].includes(space.state);

const COMMON = { scopes: ['space.read', 'users.read', 'tweet.read'], limits: { user: 300, app: 300 } };

const isMalformed = (platform: Platform, id: string): boolean =>
  !new RegExp(SPACE_ID).test(id) || SPACES.of(platform).get(id)?.state === 'malformed';

const badId = (name: string, value: string) =>
  invalidParameter(name, value, `The \`${name}\` query parameter value [${value}] does not match ${SPACE_ID}`);

export const spaceRoutes = (): Route[] => [
  reading({
    ...COMMON,
    name: 'space',
    path: '/spaces/:id',
    answer: (read) => {
      const { platform, params, query } = read;
      const { id = '' } = params;
      if (isMalformed(platform, id)) return badId('id', id);
      const shown = readShown(query, 'space');
      if ('status' in shown) return shown;
      const space = SPACES.of(platform).get(id);
      if (!isReadable(space)) return nothing(read, shown, notFound('space', 'id', id));
      return spaceAnswer(read, shown, [show(space, shown.space)], { one: true });
    },
  }),
  reading({
    ...COMMON,
    name: 'spaces',
    path: '/spaces',
    answer: (read) => {
      const { platform, query } = read;
      const ids = query['ids']?.split(',') ?? [];
      const wrong = ids.find((id) => isMalformed(platform, id));
      if (ids.length === 0 || ids.length > 100 || wrong !== undefined) return badId('ids', wrong ?? query['ids'] ?? '');
      const shown = readShown(query, 'space');
      if ('status' in shown) return shown;
      const found = ids.map((id) => SPACES.of(platform).get(id)).filter(isReadable);
      const missing = ids.filter((id) => !found.some((space) => space.id === id));
      const errors = missing.map((id) => notFound('space', 'ids', id));
      return spaceAnswer(
        read,
        shown,
        found.map((space) => show(space, shown.space)),
        { errors },
      );
    },
  }),
];
