import type { Person } from '@questp/players';
import { platforms } from './platforms.js';

/** The brand of the emulated microblog, and a post of it. */
export const BRAND = 'orbit_hq';
const BRAND_POST = '1900000000000000001';
export const BRAND_POST_URL = `https://x.com/${BRAND}/status/${BRAND_POST}`;

interface Account {
  id: string;
  username: string;
}

/** Makes somebody follow the brand, and like, repost, quote, answer and mention it. Gives the id of the quote. */
export function actAtMicroblog(username: string): string {
  const { emulators } = platforms;
  const accounts = emulators.items('microblog', 'accounts') as readonly Account[];
  const [brand, account] = [BRAND, username].map((name) => accounts.find((one) => one.username === name));
  if (brand === undefined || account === undefined) throw new Error(`The microblog has no account ${username}`);
  const { id: author } = account;
  const idOf = (index: number) => `19${author.slice(-16)}${index}`;
  const refer = (type: string) => [{ type, id: BRAND_POST }];
  emulators.put('microblog', 'follows', { follower: author, followed: brand.id });
  emulators.put('microblog', 'likes', { account: author, post: BRAND_POST });
  emulators.put(
    'microblog',
    'posts',
    { id: idOf(1), author, references: refer('retweeted') },
    { id: idOf(2), author, text: 'Look at this #Orbit', references: refer('quoted') },
    { id: idOf(3), author, text: 'Well done #Orbit', references: refer('replied_to') },
    { id: idOf(4), author, text: `Hello @${BRAND}, this is #Orbit` },
  );
  emulators.put('microblog', 'accounts', { ...account, description: 'On #Orbit', pinnedPost: idOf(2) });
  return idOf(2);
}

export const verifyMicroblog = (
  { client }: Pick<Person, 'client'>,
  questId: string,
  inputs: Record<string, unknown> = {},
) => client.POST('/v1/quests/{questId}/microblog/verify', { params: { path: { questId } }, body: { inputs } });
