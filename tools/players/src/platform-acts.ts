import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import type { Person } from './sign-in.js';

/** What the emulated platforms have from the start. */
export const BRAND = 'orbit_hq';
const BRAND_ID = '1700000000000000001';
const BRAND_POST = '1900000000000000001';
export const BRAND_POST_URL = `https://x.com/${BRAND}/status/${BRAND_POST}`;
export const SERVER = '1300000000000000001';
export const ROLE = '1400000000000000001';
export const CHANNEL = '1500000000000000001';
export const CHAT = '-1001000000001';
export const REPOSITORY = 'orbit/orbit-core';
const CORE = 80_000_001;
export const VIDEO_CHANNEL = 'UCOrbitEmulatedChannel01';
const VIDEO = 'OrbitVideo1';
export const VIDEO_URL = `https://www.youtube.com/watch?v=${VIDEO}`;
const LAUNCH = '910001';
export const LAUNCH_URL = 'https://www.producthunt.com/posts/orbit';
/** The bot of the platform at the messenger. */
export const PLATFORM_BOT = 7_100_000_001;

/** Where it is put what people do at the emulated platforms. */
export interface PlatformState {
  put(platform: string, collection: string, ...items: object[]): unknown;
  items(platform: string, collection: string): unknown;
}

interface Account {
  accountId: string;
  handle: string | null;
}

/** The messenger's id of the person with this number. The person earner-1 has the number 6. */
export const messengerIdOf = (number: number): number => 5_000_000_000 + number;

/** Makes an account follow the brand, and like, repost, quote, answer and mention it. */
export async function actAtMicroblog(state: PlatformState, { accountId: author, handle }: Account): Promise<void> {
  const idOf = (index: number) => `19${author.slice(-16)}${index}`;
  const refer = (type: string) => [{ type, id: BRAND_POST }];
  await state.put('microblog', 'follows', { follower: author, followed: BRAND_ID });
  await state.put('microblog', 'likes', { account: author, post: BRAND_POST });
  await state.put(
    'microblog',
    'posts',
    { id: idOf(1), author, references: refer('retweeted') },
    { id: idOf(2), author, text: 'Look at this #Orbit', references: refer('quoted') },
    { id: idOf(3), author, text: 'Well done #Orbit', references: refer('replied_to') },
    { id: idOf(4), author, text: `Hello @${BRAND}, this is #Orbit` },
  );
  const username = handle ?? '';
  const shown = { id: author, username, name: username, description: 'On #Orbit', pinnedPost: idOf(2) };
  await state.put('microblog', 'accounts', shown);
}

/** Makes an account star and fork the repository, and contribute to it. @param number of the person */
export async function actAtCodehost(state: PlatformState, { accountId }: Account, number: number): Promise<void> {
  const author = Number(accountId);
  const fork = { id: 81_000_000 + number, owner: author, name: 'orbit-core', parent: CORE };
  const mergedAt = `${new Date().toISOString().slice(0, 19)}Z`;
  const pull = { repository: CORE, number: 1_000 + number, author, title: 'Mend it', state: 'closed', mergedAt };
  await state.put('codehost', 'stars', { user: author, repository: CORE });
  await state.put('codehost', 'repositories', fork);
  await state.put('codehost', 'pulls', pull);
  await state.put('codehost', 'commits', { repository: CORE, author });
  await state.put('codehost', 'issues', { repository: CORE, number: 2_000 + number, author });
}

/** Makes an account subscribe to the channel, and like its video and comment on it. */
export async function actAtVideosite(state: PlatformState, { accountId }: Account): Promise<void> {
  await state.put('videosite', 'subscriptions', { subscriber: accountId, channel: VIDEO_CHANNEL });
  await state.put('videosite', 'ratings', { user: accountId, video: VIDEO });
  await state.put('videosite', 'comments', { author: accountId, video: VIDEO, text: 'Well made' });
}

/** Makes an account vote for the post and comment on it. */
export async function actAtLaunchsite(state: PlatformState, { accountId: user }: Account): Promise<void> {
  await state.put('launchsite', 'votes', { user, post: LAUNCH });
  await state.put('launchsite', 'comments', { user, post: LAUNCH, body: 'Well made' });
}

/** Makes an account join the server with the role, and write there. */
export async function actAtChatcomm(state: PlatformState, { accountId: user }: Account): Promise<void> {
  await state.put('chatcomm', 'members', { server: SERVER, user, roles: [ROLE] });
  await state.put('chatcomm', 'messages', { channel: CHANNEL, author: user, content: 'Good morning, Orbit' });
}

/** Makes a person join the chat. @param number of the person */
export async function actAtMessenger(state: PlatformState, number: number): Promise<void> {
  await state.put('messenger', 'members', { chat: Number(CHAT), user: messengerIdOf(number) });
}

/** Writes to a bot of the messenger. */
export type WriteToBot = (bot: number, from: number, text: string) => Promise<void>;

/** The message by which a deep link starts a bot. */
export const startOf = (url: string): string => `/start ${new URL(url).searchParams.get('start') ?? ''}`;

/** Starts the platform's bot by a deep link; returns the command by which the bot lets the person confirm it. */
export async function followLink(
  state: PlatformState,
  url: string,
  person: number,
  write: WriteToBot,
): Promise<string> {
  const id = messengerIdOf(person);
  await state.put('messenger', 'contacts', { bot: PLATFORM_BOT, user: id });
  const commands = async () =>
    ((await state.items('messenger', 'sent')) as { chat: number; text: string }[])
      .filter(({ chat }) => chat === id)
      .flatMap(({ text }) => /\/confirm_\w+/.exec(text) ?? []);
  const before = (await commands()).length;
  await write(PLATFORM_BOT, id, startOf(url));
  await waitFor(async () => (await commands()).length > before, { what: 'the question of the bot' });
  return (await commands()).at(-1) ?? '';
}

/** Links the messenger account of a person by a deep link of the platform's bot. @param number of the person */
export async function linkMessenger(
  { client }: Pick<Person, 'client'>,
  number: number,
  state: PlatformState,
  write: WriteToBot,
): Promise<void> {
  const { url } = await unwrap(client.POST('/v1/users/me/messenger/link-url'));
  const command = await followLink(state, url, number, write);
  await write(PLATFORM_BOT, messengerIdOf(number), command);
  const isLinked = async () =>
    (await unwrap(client.GET('/v1/users/me/accounts'))).items.some(({ provider }) => provider === 'messenger');
  await waitFor(isLinked, { what: 'the linked messenger account' });
}
