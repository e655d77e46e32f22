import { at, handleOf } from '../../description/account.js';
import { asObject, textAt } from '../../outbound/described-json.js';
import {
  FactFailure,
  unexpected,
  type PlatformAnswer,
  type PlatformApi,
  type PlatformCalls,
} from '../../description/platform-fact.js';

export interface ChatcommConfig {
  PLATFORM_CHATCOMM_URL: string;
}

const asBot = (token: string, { PLATFORM_CHATCOMM_URL }: ChatcommConfig) => ({
  baseUrl: PLATFORM_CHATCOMM_URL,
  headers: { authorization: `Bot ${token}` },
});

/** Error codes (discord.com/developers/docs/topics/opcodes-and-status-codes). */
export const UNKNOWN_MEMBER = 10_007;
export const UNKNOWN_USER = 10_013;
const UNKNOWN_SERVER = 10_004;
const MISSING_ACCESS = 50_001;
const MISSING_PERMISSIONS = 50_013;

export const codeOf = ({ json }: PlatformAnswer): unknown => at(json, 'code');

export const chatcommApi: PlatformApi<ChatcommConfig> = {
  title: 'chat server',
  platform: { needs: ['botToken'], access: ({ botToken = '' }, config) => asBot(botToken, config) },
  project: asBot,
  // The limit of a bot is 50 requests in a second.
  quota: () => ({ of: 'requests', most: 3_000, window: 'minute' }),
  failure: (answer) => {
    if (answer.status !== 403 && answer.status !== 404) return undefined;
    switch (codeOf(answer)) {
      case UNKNOWN_SERVER:
        return new FactFailure('unsupported', 'The bot is not in the chat server; the team has to connect it again.');
      case MISSING_ACCESS:
      case MISSING_PERMISSIONS:
        return new FactFailure(
          'unsupported',
          'The bot needs View Channels and Read Message History in the chat server.',
        );
      default:
        return undefined;
    }
  },
};

/** The body of an answer with status 200. @throws FactFailure for any other status */
export function bodyOf(answer: PlatformAnswer): unknown {
  if (answer.status !== 200) throw unexpected(answer);
  return answer.json;
}

/** @throws FactFailure */
export function listOf(answer: PlatformAnswer): readonly unknown[] {
  const list = bodyOf(answer);
  if (!Array.isArray(list)) throw new FactFailure('unavailable', 'The chat server gave no list.');
  return list as unknown[];
}

/** A GET that is answered with 200 and an object or a list. @throws FactFailure */
export const read = async (
  { get }: Pick<PlatformCalls, 'get'>,
  path: string,
  sharedSeconds?: number,
): Promise<unknown> => bodyOf(await get(path, sharedSeconds));

/** @throws FactFailure */
export const readList = async (
  { get }: Pick<PlatformCalls, 'get'>,
  path: string,
  sharedSeconds?: number,
): Promise<readonly unknown[]> => listOf(await get(path, sharedSeconds));

/** A name that is shown may be as old as this. */
const NAME_SECONDS = 10 * 60;

/** The current name of a server or a channel; null if the platform does not return it. @throws UnusableAnswer */
export async function presentName({ get }: Pick<PlatformCalls, 'get'>, path: string): Promise<string | null> {
  const answer = await get(path, NAME_SECONDS).catch((error: unknown) => {
    if (error instanceof FactFailure) return undefined;
    throw error;
  });
  return answer?.status === 200 ? handleOf(textAt(asObject(answer.json, 'the answer'), 'name', /^/)) : null;
}

/** Spec 8: capabilities are detected once in 10 minutes. */
const APPLICATION_SECONDS = 10 * 60;

/** The application that the bot belongs to. @throws FactFailure */
export const applicationOf = (calls: Pick<PlatformCalls, 'get'>): Promise<unknown> =>
  read(calls, '/applications/@me', APPLICATION_SECONDS);

/** @throws FactFailure for a server other than the one the project is connected to */
export function requireConnected({ connectedId }: PlatformCalls, guildId: string): void {
  if (connectedId !== guildId) {
    throw new FactFailure('unsupported', 'The quest names a chat server that the project is not connected to.');
  }
}
