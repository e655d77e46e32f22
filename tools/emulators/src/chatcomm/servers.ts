import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE } from '../people.js';
import { idOf } from './users.js';

export const SNOWFLAKE = Type.String({ pattern: '^[0-9]{15,20}$' });
/** A set of permissions, as a decimal number. */
export const PERMISSIONS = Type.String({ pattern: '^[0-9]{1,20}$' });
/** View Channel and Read Message History. */
const READING = '66560';

const serverSchema = Type.Object(
  {
    id: SNOWFLAKE,
    name: Type.String({ minLength: 1 }),
    /** Whether the bot was added to it, and with which permissions, which are those of its own role. */
    bot: Type.Boolean({ default: true }),
    botPermissions: Type.String({ ...PERMISSIONS, default: READING }),
    /** Permissions of the role that everybody has. */
    everyonePermissions: Type.String({ ...PERMISSIONS, default: READING }),
    /** Whether everybody owns it, so that anybody may add the bot. */
    open: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);
export type Server = Static<typeof serverSchema>;

const server = (id: string, name: string, more: Partial<Server> = {}): Server => ({
  ...{ id, name, bot: true, botPermissions: READING, everyonePermissions: READING, open: true },
  ...more,
});

const FIRST = '1300000000000000001';

export const SERVERS = new Collection({
  name: 'servers',
  key: ['id'],
  schema: serverSchema,
  seed: () => [
    server(FIRST, 'First server'),
    server('1300000000000000002', 'Second server'),
    server('1300000000000000003', 'Server without the bot', { bot: false, open: false }),
  ],
});

const roleSchema = Type.Object(
  {
    id: SNOWFLAKE,
    server: SNOWFLAKE,
    name: Type.String({ minLength: 1 }),
    color: Type.Integer({ default: 0 }),
    /** True for a role that an integration manages, which cannot be given by hand. */
    managed: Type.Boolean({ default: false }),
    permissions: Type.String({ ...PERMISSIONS, default: '0' }),
  },
  { additionalProperties: false },
);
export type Role = Static<typeof roleSchema>;

export const ROLES = new Collection({
  name: 'roles',
  key: ['id'],
  schema: roleSchema,
  seed: (): Role[] => [
    { id: '1400000000000000001', server: FIRST, name: 'Explorer', color: 3_447_003, managed: false, permissions: '0' },
    {
      id: '1400000000000000002',
      server: FIRST,
      name: 'Moderator',
      color: 15_158_332,
      managed: false,
      permissions: '0',
    },
  ],
});

/** The role that a server gets with the bot. */
export const roleOfBot = ({ id }: Server): string => String(BigInt(id) + 300_000_000_000_000_000n);

const memberSchema = Type.Object(
  {
    server: SNOWFLAKE,
    user: SNOWFLAKE,
    roles: Type.Array(SNOWFLAKE, { default: [] }),
    /** Whether the membership screening is not passed. */
    pending: Type.Boolean({ default: false }),
    joinedAt: Type.String({ default: () => new Date().toISOString() }),
  },
  { additionalProperties: false },
);
export type Member = Static<typeof memberSchema>;

export const MEMBERS = new Collection({
  name: 'members',
  key: ['server', 'user'],
  schema: memberSchema,
  seed: (): Member[] => [
    {
      ...{ server: FIRST, user: idOf(DONE), roles: ['1400000000000000001'] },
      ...{ pending: false, joinedAt: '2026-01-01T00:00:00.000Z' },
    },
  ],
});

/** The first one unless another is named. */
export const serverNamed = (platform: Platform, id: string | undefined): Server | undefined =>
  SERVERS.of(platform).get(id) ?? SERVERS.of(platform).get(FIRST);

/** Of people who may add the bot: those who sign in own every server that is open. */
export const openServers = (platform: Platform): Server[] => SERVERS.of(platform).filter(({ open }) => open);
