import { createHmac, randomUUID } from 'node:crypto';
import {
  actAtChatcomm,
  actAtCodehost,
  actAtLaunchsite,
  actAtMessenger,
  actAtMicroblog,
  actAtVideosite,
  linkByOAuth,
  linkMessenger as link,
  type Person,
  type WriteToBot,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from './one-platform.fixture.js';
import { platforms } from './platforms.js';

interface Webhook {
  bot?: number;
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
export const writeToBot: WriteToBot = (bot, from, text) =>
  sendUpdate(bot, {
    message: {
      ...{ message_id: updates, date: Math.floor(Date.now() / 1_000), text },
      ...{ from: sender(from), chat: { id: from, type: 'private', first_name: 'Earner' } },
    },
  });

/** Sends an event to the webhook of a repository, as the code host does. */
export async function sendRepositoryEvent(event: string, payload: object): Promise<void> {
  const [hook] = platforms.emulators.items('codehost', 'hooks') as readonly Webhook[];
  if (hook === undefined) throw new Error('No repository has a webhook');
  const body = JSON.stringify(payload);
  const signature = createHmac('sha256', hook.secret ?? '')
    .update(body)
    .digest('hex');
  const response = await fetch(`${e2e.gatewayUrls[0]}${new URL(hook.url).pathname}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-github-event': event, 'x-github-delivery': randomUUID() },
      'x-hub-signature-256': `sha256=${signature}`,
    },
    body,
  });
  if (!response.ok) throw new Error(`The event was answered with status ${response.status}`);
}

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

const numbers = new Map<string, number>();

/** The number of the person whose messenger account is linked. */
export const numberOf = ({ user }: Person): number => numbers.get(user.id) ?? 0;

/** Links the messenger account of the person with this number. */
export async function linkMessenger(person: Pick<Person, 'client' | 'user'>, number: number): Promise<void> {
  await link(person, number, platforms.emulators, writeToBot);
  numbers.set(person.user.id, number);
}

/** Links the accounts of a person at every platform, which do what quests ask for. @param number of the person */
export async function actEverywhere(earner: Person, person: string, number: number): Promise<void> {
  const { emulators } = platforms;
  const linked = (provider: Parameters<typeof linkByOAuth>[1]) => linkByOAuth(earner.client, provider, person);
  await actAtMicroblog(emulators, await linked('microblog'));
  await actAtCodehost(emulators, await linked('codehost'), number);
  await actAtVideosite(emulators, await linked('videosite'));
  await actAtLaunchsite(emulators, await linked('launchsite'));
  await actAtChatcomm(emulators, await linked('chatcomm'));
  await linkMessenger(earner, number);
  await actAtMessenger(emulators, number);
}

/** Registers the webhook of the platform's messenger bot. */
export const registerMessenger = async () =>
  await unwrap((await e2e.superAdmin()).POST('/v1/admin/messenger/register-webhook'));
