import type { Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { platforms } from './platforms.js';

/** A Space of the brand that is live. */
export const LIVE_SPACE = '1LiveSpace001';

interface Space {
  id: string;
  speakers: string[];
}

/** The id of the linked account at the microblog. */
async function accountOf({ client }: Person): Promise<string> {
  const { items } = await unwrap(client.GET('/v1/users/me/accounts'));
  const linked = items.find(({ provider }) => provider === 'microblog');
  if (linked === undefined) throw new Error('No account of the microblog is linked');
  return linked.accountId;
}

/** Puts the earner on the stage of the Space of the brand. */
export async function speakInSpace(earner: Person): Promise<void> {
  const account = await accountOf(earner);
  const spaces = platforms.emulators.items('microblog', 'spaces') as readonly Space[];
  const space = spaces.find(({ id }) => id === LIVE_SPACE);
  platforms.emulators.put('microblog', 'spaces', { ...space, speakers: [...(space?.speakers ?? []), account] });
}

/** Lets the earner host a Space. Gives its address. */
export async function hostSpace(earner: Person): Promise<string> {
  const creator = await accountOf(earner);
  const id = `1${creator.slice(-12)}`;
  platforms.emulators.put('microblog', 'spaces', {
    ...{ id, creator, state: 'live', title: 'Orbit of a guest', participants: 12 },
    startedAt: `${new Date().toISOString().slice(0, 19)}Z`,
  });
  return `https://x.com/i/spaces/${id}`;
}
