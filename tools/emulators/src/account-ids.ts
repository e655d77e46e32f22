import { idOf as messengerIdOf } from './messenger/users.js';
import type { PlatformName } from './oauth/rules.js';
import type { Person } from './people.js';
import { PLATFORMS } from './platforms.js';

/** The id of a person's account on the platform, in the form of its API and its collections. */
export function accountIdOf(platform: PlatformName, person: Person): string {
  const rules = PLATFORMS.find(({ name }) => name === platform);
  return rules?.signIn?.idOf(person) ?? String(messengerIdOf(person));
}
