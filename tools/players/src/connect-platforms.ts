import { randomBytes, randomInt } from 'node:crypto';
import { unwrap } from '@questp/sdk';
import { connectByOAuth } from './oauth.js';
import { CHAT, SERVER, type PlatformState } from './platform-acts.js';
import type { Studio } from './studio.js';

/**
 * Connects the project to what PLATFORM_QUESTS need: the chat server, and a messenger bot that administers the chat. The
 * bot is new, because a bot belongs to one project.
 *
 * @returns the id of the bot
 */
export async function connectPlatforms(studio: Studio, state: PlatformState): Promise<number> {
  await connectByOAuth(studio, 'chatcomm', { login_hint: 'verified', guild_id: SERVER });
  const id = randomInt(8_000_000_000, 9_000_000_000);
  const botToken = `${id}:${randomBytes(24).toString('base64url')}`;
  await state.put('messenger', 'bots', { token: botToken, name: 'Orbit', username: `orbit_${id}_bot` });
  const body = { botToken };
  await unwrap(studio.client.PUT('/v1/projects/{projectId}/messenger/bot', { params: studio.inProject, body }));
  await state.put('messenger', 'members', { chat: Number(CHAT), user: id, status: 'administrator' });
  return id;
}
