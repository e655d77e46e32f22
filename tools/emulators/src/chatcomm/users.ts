import { handleOf, type Person } from '../people.js';

export const API = '/discord.com/api/v10';
/** Larger than a number of JavaScript holds, as on the platform. */
const FIRST_ID = 1_100_000_000_000_000_000n;

export const idOf = ({ number }: Person): string => String(FIRST_ID + BigInt(number));

export const publicProfileOf = (person: Person) => ({
  id: idOf(person),
  username: handleOf(person),
  discriminator: '0',
  global_name: person.name,
  avatar: null,
  public_flags: 0,
});
