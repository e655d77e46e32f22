import { createHmac, randomUUID } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Collection } from '../collection.js';
import type { Platform } from '../oauth/rules.js';

const hookSchema = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    repository: Type.Integer({ minimum: 1 }),
    url: Type.String({ pattern: '^https?://' }),
    events: Type.Array(Type.String(), { default: ['push'] }),
    secret: Type.Optional(Type.String()),
    contentType: Type.Union([Type.Literal('json'), Type.Literal('form')], { default: 'form' }),
    active: Type.Boolean({ default: true }),
  },
  { additionalProperties: false },
);
export type Hook = Static<typeof hookSchema>;

/** The webhooks of repositories. Tests should register them by the API, as applications do. */
export const HOOKS = new Collection({ name: 'hooks', key: ['id'], schema: hookSchema, seed: (): Hook[] => [] });

/** Sends the event to one hook, also if it is not subscribed. */
export function sendTo(platform: Platform, { id, repository }: Hook, event: string, payload: object): void {
  const [json, delivery] = [JSON.stringify(payload), randomUUID()];
  platform.send(`hook ${id}`, {
    event,
    request: () => {
      const hook = HOOKS.of(platform).get(id);
      if (hook === undefined) return undefined;
      const isForm = hook.contentType === 'form';
      const body = isForm ? new URLSearchParams({ payload: json }).toString() : json;
      return {
        url: hook.url,
        body,
        headers: {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
          'user-agent': 'GitHub-Hookshot/emulated',
          'x-github-event': event,
          'x-github-delivery': delivery,
          'x-github-hook-id': String(id),
          'x-github-hook-installation-target-id': String(repository),
          'x-github-hook-installation-target-type': 'repository',
          ...(hook.secret && {
            'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`,
          }),
        },
      };
    },
  });
}

/** Sends the event to every subscribed hook of the repository. */
export function sendEvent(platform: Platform, repository: number, event: string, payload: object): void {
  const wants = ({ events }: Hook) => events.includes('*') || events.includes(event);
  const hooks = HOOKS.of(platform).filter((hook) => hook.repository === repository && hook.active && wants(hook));
  for (const hook of hooks) sendTo(platform, hook, event, payload);
}
