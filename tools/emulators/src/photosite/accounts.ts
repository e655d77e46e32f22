import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';
import { DONE, handleOf, PEOPLE, type Person } from '../people.js';

/** Larger than a number of JavaScript holds, as on the platform. */
const FIRST_ID = 17_841_400_000_000_000n;
export const idOf = ({ number }: Person): string => String(FIRST_ID + BigInt(number));

export const ID = Type.String({ pattern: '^[0-9]{10,20}$' });

const accountSchema = Type.Object(
  {
    id: ID,
    username: Type.String({ pattern: '^[A-Za-z0-9._]{1,40}$' }),
    name: Type.String({ default: '' }),
    /** Personal ones have no API. */
    type: Type.Union([Type.Literal('BUSINESS'), Type.Literal('MEDIA_CREATOR'), Type.Literal('PERSONAL')], {
      default: 'BUSINESS',
    }),
  },
  { additionalProperties: false },
);
export type Account = Static<typeof accountSchema>;

/** The person without a professional account. */
const PERSONAL = 'no-channel';

export const ACCOUNTS = new Collection({
  name: 'accounts',
  key: ['id'],
  schema: accountSchema,
  seed: (): Account[] =>
    PEOPLE.map((person) => ({
      ...{ id: idOf(person), username: handleOf(person), name: person.name },
      type: person.key === PERSONAL ? 'PERSONAL' : 'BUSINESS',
    })),
});

/** The brand of the seed is the account of `verified`. */
const [brand = DONE] = PEOPLE;

export const FOLLOWS = new Collection({
  name: 'follows',
  key: ['follower', 'followed'],
  schema: Type.Object({ follower: ID, followed: ID }, { additionalProperties: false }),
  seed: () => [{ follower: idOf(DONE), followed: idOf(brand) }],
});

/** The id of a person for one professional account (IGSID); it differs for each account. */
export const scopedId = (of: string, to: string): string =>
  String(7_000_000_000_000_000n + (BigInt(to) % 1_000_000n) * 1_000_000n + (BigInt(of) % 1_000_000n));

export const accountScoped = (platform: Platform, id: string, to: string): Account | undefined =>
  ACCOUNTS.of(platform).find((one) => scopedId(one.id, to) === id);
