import { setTimeout as sleep } from 'node:timers/promises';
import {
  actAtChatcomm,
  actAtCodehost,
  actAtMessenger,
  actAtMicroblog,
  actAtVideosite,
  linkByOAuth,
  linkMessenger,
  signIn,
  signInByOAuth,
  type EmulatedPlatforms,
  type Gateways,
  type Person,
  type WriteToBot,
} from '@questp/players';
import { ProblemError, unwrap } from '@questp/sdk';
import { loginOf, personOf } from '../people.js';

const PROVIDERS = ['microblog', 'codehost', 'videosite', 'chatcomm'] as const;
type Provider = (typeof PROVIDERS)[number];

/** Longer than two waits for the answer of a bot, and than a platform that failed several times in a row is left alone. */
const PERSISTENCE_MS = 180_000;
const PAUSE_MS = 1_000;

/** What an earner needs to link accounts and to use them. */
export interface Linking {
  gateways: Gateways;
  platforms: EmulatedPlatforms;
  write: WriteToBot;
}

/** Links an account of every platform to the earner with this number, and makes it do what the quests ask for. */
export async function linkEverywhere(
  { gateways, platforms, write }: Linking,
  { wallet }: Person,
  number: number,
): Promise<void> {
  // A link requires a recent sign-in.
  const person = await signIn(gateways, { wallet });
  const { items } = await unwrap(person.client.GET('/v1/users/me/accounts'));
  const linked = async (provider: Provider) =>
    items.find((one) => one.provider === provider) ?? (await linkOne(gateways, person, provider, loginOf(number)));
  await actAtMicroblog(platforms, await linked('microblog'));
  await actAtCodehost(platforms, await linked('codehost'), personOf(number));
  await actAtVideosite(platforms, await linked('videosite'));
  await actAtChatcomm(platforms, await linked('chatcomm'));
  await persistently(() => linkMessenger(person, personOf(number), platforms, write));
  await actAtMessenger(platforms, personOf(number));
}

async function linkOne(gateways: Gateways, { client }: Person, provider: Provider, login: string) {
  return persistently(async () => {
    try {
      return await linkByOAuth(client, provider, login);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'IDENTITY_IN_USE') {
        await giveBack((await signInByOAuth(gateways.anonymous, provider, login)).token, gateways);
      }
      throw error;
    }
  });
}

/** Tries again what fails while the platforms do. */
export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PERSISTENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Unlinks the platform accounts, so that they can be linked to the earners of the next run. */
export async function giveBack(token: string, gateways: Gateways): Promise<void> {
  const client = gateways.as(token);
  const { items } = await unwrap(client.GET('/v1/users/me/accounts'));
  for (const { provider } of items) {
    await unwrap(client.DELETE('/v1/users/me/accounts/{provider}', { params: { path: { provider } } }));
  }
}
