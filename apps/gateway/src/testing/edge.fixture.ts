import { getUser, type User } from '@questp/messages/identity';
import { AppError } from '@questp/messages/language';
import {
  checkIn,
  createProject,
  discoverCampaigns,
  discoverQuests,
  getProject,
  listTaskTypes,
  updateProject,
  type Project,
} from '@questp/messages/quests';
import { startNats } from '@questp/testing';
import { bearer, StandIn, startGateway, userId, uuid } from './gateway.fixture.js';

/** `updatedAt` of the project in every answer. */
export const UPDATED_AT = '2026-05-01T12:00:00.000Z';

export interface Answer {
  status: number;
  headers: Headers;
  body: { code?: string; errors?: { pointer: string; code: string }[]; [name: string]: unknown };
}

export type Edge = Awaited<ReturnType<typeof startEdge>>;

/** A gateway with high limits for user 1, and services with a few fixed answers. */
export async function startEdge() {
  const nats = await startNats();
  const services = await StandIn.connect(nats.url);
  const limits = { LIMIT_PRINCIPAL: 1e6, LIMIT_PRINCIPAL_WRITES: 1e6, LIMIT_ANONYMOUS: 1e6, LIMIT_ADDRESS: 1e6 };
  const config = { ...limits, CORS_ORIGINS: ['https://app.example.org'] };
  const lines: string[] = [];
  const gateway = await startGateway(nats.urlOf('gateway'), config, (line) => lines.push(line));
  const token = services.token({ family: 'user', userId: userId(1), sessionId: uuid(1), status: 'active' });
  const project = { id: uuid(5), updatedAt: UPDATED_AT, description: 'x'.repeat(2_000) } as Project;
  await services.answer(createProject, ({ name }) => ({ name }) as Project);
  await services.answer(getUser, ({ userId: id }) => ({ id }) as User);
  await services.answer(listTaskTypes, () => ({ items: [], nextCursor: null }));
  await services.answer(discoverQuests, () => ({ items: [], nextCursor: null }));
  await services.answer(discoverCampaigns, () => ({ items: [], nextCursor: 'x'.repeat(2_000) }));
  services.roles.set(`${uuid(5)} ${userId(1)}`, 'project_admin');
  await services.answer(getProject, () => project);
  await services.answer(updateProject, () => project);
  await services.answer(checkIn, () => {
    const extra = { availableAt: '2026-05-02T00:00:00.000Z', status: 200 };
    throw new AppError('QUEST_COOLDOWN', { extra });
  });

  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${gateway.url}${path}`, { method, ...init });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
    };
  };
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    call('POST', path, { body, headers: { 'content-type': 'application/json', ...bearer(token), ...headers } });

  return {
    url: gateway.url,
    services,
    token,
    /** Captured log lines. */
    lines,
    call,
    post,
    async stop(): Promise<void> {
      await gateway.close();
      await services.close();
      await nats.stop();
    },
  };
}
