import type { Chat, User } from '@grammyjs/types';
import type { Platform } from '../oauth/rules.js';
import { handleOf, PEOPLE, type Person } from '../people.js';
import { ALL_BOTS, idOfBot, showBot } from './bots.js';

const FIRST_ID = 5_000_000_000;

export const idOf = ({ number }: Person): number => FIRST_ID + number;

const personWith = (id: number): Person | undefined => PEOPLE.find((person) => idOf(person) === id);

/** A person or a bot; undefined for an unknown id. */
export function showUser(platform: Platform, id: number): User | undefined {
  const person = personWith(id);
  if (person === undefined) {
    const bot = ALL_BOTS.of(platform).find((one) => idOfBot(one) === id);
    return bot && showBot(bot);
  }
  return { id, is_bot: false, first_name: person.name, username: handleOf(person), language_code: 'en' };
}

/** The private chat of a bot with a user. */
export const showPrivateChat = ({ id, first_name, username }: User): Chat.PrivateChat => ({
  ...{ id, type: 'private', first_name },
  ...(username !== undefined && { username }),
});
