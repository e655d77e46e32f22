import { linkByOAuth, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { actAtMicroblog } from './microblog.js';
import { e2e } from './one-platform.fixture.js';
import { platforms } from './platforms.js';

/** What the emulated platforms have from the start. */
export const SERVER = '1300000000000000001';
export const ROLE = '1400000000000000001';
export const CHANNEL = '1500000000000000001';
export const CHAT = '-1001000000001';
export const REPOSITORY = 'orbit/orbit-core';
export const VIDEO_CHANNEL = 'UCOrbitEmulatedChannel01';
export const VIDEO_URL = 'https://www.youtube.com/watch?v=OrbitVideo1';
const CORE = 80_000_001;

interface Webhook {
  bot: number;
  url: string;
  secret?: string;
}

let updates = 900_000_000;

const sender = (id: number) => ({ id, is_bot: false, first_name: 'Earner' });

/** Sends an update to the webhook of a bot, as the messenger does. */
export async function sendUpdate(bot: number, update: object): Promise<void> {
  const hooks = platforms.emulators.items('messenger', 'webhooks') as readonly Webhook[];
  const hook = hooks.find((one) => one.bot === bot);
  if (hook === undefined) throw new Error(`The bot ${bot} has no webhook`);
  const response = await fetch(`${e2e.gatewayUrls[0]}${new URL(hook.url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': hook.secret ?? '' },
    body: JSON.stringify({ update_id: (updates += 1), ...update }),
  });
  if (!response.ok) throw new Error(`The update was answered with status ${response.status}`);
}

/** Writes to a bot. */
export const writeToBot = (bot: number, from: number, text: string): Promise<void> =>
  sendUpdate(bot, {
    message: {
      ...{ message_id: updates, date: Math.floor(Date.now() / 1_000), text },
      ...{ from: sender(from), chat: { id: from, type: 'private', first_name: 'Earner' } },
    },
  });

/** Makes a bot an administrator of a chat. */
export const makeAdministrator = (bot: number, chat: { id: number; type: string; title: string }): Promise<void> => {
  const user = { id: bot, is_bot: true, first_name: 'Bot' };
  return sendUpdate(bot, {
    my_chat_member: {
      ...{ chat, from: sender(5_000_000_001), date: Math.floor(Date.now() / 1_000) },
      ...{ old_chat_member: { status: 'left', user }, new_chat_member: { status: 'administrator', user } },
    },
  });
};

/** The payload of a deep link that starts a bot. */
export const startOf = (url: string): string => `/start ${new URL(url).searchParams.get('start') ?? ''}`;

const PLATFORM_BOT = 7_100_000_001;
const messengerIds = new Map<string, number>();

/** The id of the linked messenger account. */
export const messengerIdOf = ({ user }: Person): number => messengerIds.get(user.id) ?? 0;

/** Links the messenger account of a person by a deep link of the platform's bot. Gives its id. */
export async function linkMessenger(
  { client, user }: Pick<Person, 'client' | 'user'>,
  number: number,
): Promise<number> {
  const id = 5_000_000_000 + number;
  const { url } = await unwrap(client.POST('/v1/users/me/messenger/link-url'));
  await writeToBot(PLATFORM_BOT, id, startOf(url));
  const isLinked = async () =>
    (await unwrap(client.GET('/v1/users/me/accounts'))).items.some(({ provider }) => provider === 'messenger');
  await waitFor(isLinked, { what: 'the linked messenger account' });
  messengerIds.set(user.id, id);
  return id;
}

/** Links the accounts of a person at every platform, which have done what quests ask for. @param number of the person */
export async function actEverywhere({ client, user }: Person, person: string, number: number): Promise<void> {
  const { emulators } = platforms;
  const link = async (provider: Parameters<typeof linkByOAuth>[1]) => await linkByOAuth(client, provider, person);
  const microblog = await link('microblog');
  actAtMicroblog(microblog.handle ?? '');

  const codehost = Number((await link('codehost')).accountId);
  emulators.put('codehost', 'repositories', {
    id: 81_000_000 + number,
    owner: codehost,
    name: 'orbit-core',
    parent: CORE,
  });
  emulators.put('codehost', 'pulls', {
    ...{ repository: CORE, number: 1_000 + number, author: codehost, title: 'Mend it', state: 'closed' },
    mergedAt: `${new Date().toISOString().slice(0, 19)}Z`,
  });
  emulators.put('codehost', 'commits', { repository: CORE, author: codehost });

  const videosite = (await link('videosite')).accountId;
  emulators.put('videosite', 'subscriptions', { subscriber: videosite, channel: VIDEO_CHANNEL });
  emulators.put('videosite', 'ratings', { user: videosite, video: 'OrbitVideo1' });

  const chatcomm = (await link('chatcomm')).accountId;
  emulators.put('chatcomm', 'members', { server: SERVER, user: chatcomm, roles: [ROLE] });
  emulators.put('chatcomm', 'messages', { channel: CHANNEL, author: chatcomm, content: 'Good morning, Orbit' });

  const messenger = await linkMessenger({ client, user }, number);
  emulators.put('messenger', 'members', { chat: Number(CHAT), user: messenger });
}

/** Registers the webhook of the platform's messenger bot. */
export const registerMessenger = async () =>
  await unwrap((await e2e.superAdmin()).POST('/v1/admin/messenger/register-webhook'));
