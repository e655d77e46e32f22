import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  connectPlatforms,
  followLink,
  linkMessenger,
  messengerIdOf,
  newStudio,
  operatorSignIn,
  PLATFORM_BOT,
  signIn,
  startOf,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { ASKED_TO_WAIT, codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';

const HEADERS = ['x-messenger-bot-api-secret-token', 'x-telegram-bot-api-secret-token'];
const UPDATE = {
  update_id: 1,
  message: { text: '/start x', from: { id: 1, is_bot: false }, chat: { type: 'private' } },
};

interface Hook {
  bot: number;
  url: string;
  secret?: string;
}

export const forgedUpdates: Attack = {
  name: 'An update of a bot that the messenger did not send (A-68)',
  needs: ['emulators', 'admin'],
  async run({ gateways, emulators, admin }, tries) {
    if (emulators === undefined || admin === undefined) return;
    await unwrap((await operatorSignIn(gateways, admin)).POST('/v1/admin/messenger/register-webhook'));
    const [first, second] = [await newStudio(await signIn(gateways)), await newStudio(await signIn(gateways))];
    const bot = await connectPlatforms(first, emulators);
    await connectPlatforms(second, emulators);
    const hooks = await emulators.items<Hook>('messenger', 'webhooks');
    const secret = hooks.find((one) => one.bot === bot)?.secret ?? '';
    tries.note('each bot has a secret of its own', new Set(hooks.map((one) => one.secret)).size === hooks.length);
    const own = `/v1/messenger/webhook/project/${first.project.id}`;
    const send = (path: string, given: string | undefined, body = JSON.stringify(UPDATE), name = HEADERS[0] ?? '') =>
      gateways.anonymous.call('POST', path, {
        raw: body,
        headers: { 'content-type': 'application/json', ...(given !== undefined && { [name]: given }) },
      });
    const refuse = async (what: string, codes: string[], ...request: Parameters<typeof send>) => {
      const code = codeOf(await patiently(() => send(...request)));
      tries.note(what, codes.includes(code), code);
    };
    for (const path of ['/v1/messenger/webhook', own]) {
      for (const wrong of [undefined, '', ' ', 'x', secret.slice(0, -1), `${secret}x`, secret.toUpperCase()]) {
        for (const name of HEADERS) {
          await refuse(`the secret ${wrong} at ${path}`, ['UNAUTHENTICATED'], path, wrong, undefined, name);
        }
      }
    }
    const others = [
      '/v1/messenger/webhook',
      `/v1/messenger/webhook/project/${second.project.id}`,
      '/v1/messenger/webhook/project/00000000-0000-7000-8000-000000000000',
    ];
    for (const path of others) await refuse(`the secret of another bot at ${path}`, ['UNAUTHENTICATED'], path, secret);
    await refuse(
      'an id that is none',
      ['VALIDATION_FAILED', 'NOT_FOUND'],
      '/v1/messenger/webhook/project/..%2f',
      secret,
    );
    const broken = ['', '{', '[]', 'null', '{"update_id":"1"}', '{"update_id":-1}', '{"update_id":1e300}', '{}'];
    for (const body of broken) {
      await refuse(`the body ${body}`, ['INVALID_JSON', 'VALIDATION_FAILED', 'MALFORMED_BODY'], own, secret, body);
    }
    const large = JSON.stringify({ ...UPDATE, text: 'x'.repeat(5_000_000) });
    await refuse('5 MB', ['PAYLOAD_TOO_LARGE', 'VALIDATION_FAILED'], own, secret, large);
    const packed = await fetch(`${gateways.urls[0]}${own}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', [HEADERS[0] ?? '']: secret },
      body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    });
    tries.note('a body that unpacks to 50 MB', packed.status >= 400 && packed.status < 500, String(packed.status));
  },
};

export const forgedMessages: Attack = {
  name: 'A message to an account of the photo site that the photo site did not send (A-68)',
  needs: ['emulators'],
  async run({ gateways }, tries) {
    const path = '/v1/photosite/webhook';
    const event = { sender: { id: '7' }, recipient: { id: '8' }, message: { mid: 'forged', text: 'ABCDE-23456' } };
    const body = JSON.stringify({ object: 'instagram', entry: [{ id: '8', messaging: [event] }] });
    for (const secret of ['', 'x', 'emulated']) {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      for (const given of [signature, signature.slice(7), '', 'sha256=']) {
        const headers = { 'content-type': 'application/json', 'x-hub-signature-256': given };
        const code = codeOf(await patiently(() => gateways.anonymous.call('POST', path, { raw: body, headers })));
        tries.note(`the signature ${given}`, code === 'UNAUTHENTICATED', code);
      }
    }
    for (const token of ['x', '%00', 'a'.repeat(5_000)]) {
      const query = `hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`;
      const code = codeOf(await patiently(() => gateways.anonymous.call('GET', `${path}?${query}`)));
      tries.note(
        `a verify token of ${token.length} characters`,
        /^(UNAUTHENTICATED|VALIDATION_FAILED)$/.test(code),
        code,
      );
    }
  },
};

/** People of the emulated messenger. */
const [ALICE, MALLORY, BOB] = [181, 182, 183];

export const sharedLinks: Attack = {
  name: 'A deep link of a bot that is used twice, or by another person (A-70)',
  needs: ['emulators', 'admin'],
  async run({ gateways, emulators, admin }, tries) {
    if (emulators === undefined || admin === undefined) return;
    await unwrap((await operatorSignIn(gateways, admin)).POST('/v1/admin/messenger/register-webhook'));
    const studio = await newStudio(await signIn(gateways));
    const bot = await connectPlatforms(studio, emulators);
    const quest = await studio.quest('social_messenger_bot_start');
    const [alice, mallory] = [await signIn(gateways), await signIn(gateways)];
    const write = (to: number, from: number, text: string) =>
      emulators.put('messenger', 'messages', { bot: to, from, text });
    await linkMessenger(alice, ALICE, emulators, write);
    await linkMessenger(mallory, MALLORY, emulators, write);
    const at = { params: { path: { questId: quest.id } } };
    const { startUrl } = await unwrap(alice.client.GET('/v1/quests/{questId}/messenger/status', at));
    const payload = startOf(startUrl ?? '');
    tries.note('the link has a payload', payload.length > '/start '.length);
    // Mallory's account uses the link of Alice, and changes of it.
    for (const text of [payload, payload, `${payload}x`, payload.slice(0, -1), '/start', '/start x'.padEnd(64, 'x')]) {
      await write(bot, messengerIdOf(MALLORY), text);
    }
    for (const [who, { client }] of Object.entries({ alice, mallory })) {
      const answer = await client.POST('/v1/quests/{questId}/messenger/verify', at);
      const status = answer.data?.status ?? codeOf(answer);
      tries.note(`no credit to ${who}`, status !== 'claimed', status);
    }
    for (const { client } of [alice, mallory]) {
      await client.DELETE('/v1/users/me/accounts/{provider}', { params: { path: { provider: 'messenger' } } });
    }
  },
};

export const passedOnLinks: Attack = {
  name: 'A link of the own account that is passed on to a stranger',
  needs: ['emulators', 'admin'],
  async run({ gateways, emulators, admin }, tries) {
    if (emulators === undefined || admin === undefined) return;
    await unwrap((await operatorSignIn(gateways, admin)).POST('/v1/admin/messenger/register-webhook'));
    const mallory = await signIn(gateways);
    const write = (to: number, from: number, text: string) =>
      emulators.put('messenger', 'messages', { bot: to, from, text });
    const sentTo = async (number: number) =>
      (await emulators.items<{ chat: number; text: string }>('messenger', 'sent'))
        .filter(({ chat }) => chat === messengerIdOf(number))
        .map(({ text }) => text);
    const isLinked = async () =>
      (await unwrap(mallory.client.GET('/v1/users/me/accounts'))).items.some(
        ({ provider }) => provider === 'messenger',
      );
    const { url } = await unwrap(mallory.client.POST('/v1/users/me/messenger/link-url'));
    const command = await followLink(emulators, url, BOB, write);
    const question = (await sentTo(BOB)).at(-1) ?? '';
    tries.note('the question names the user', question.includes(mallory.user.id), question);
    tries.note('the question names the account', question.includes('your account'), question);
    tries.note('the account is not linked by the link alone', !(await isLinked()));
    // The link again, made-up confirmations, and the right one from another account.
    const before = (await sentTo(MALLORY)).length;
    for (const text of ['/confirm', '/confirm_22222_22222', command.toLowerCase(), startOf(url)]) {
      await write(PLATFORM_BOT, messengerIdOf(BOB), text);
    }
    await write(PLATFORM_BOT, messengerIdOf(MALLORY), command);
    await waitFor(async () => (await sentTo(MALLORY)).length > before, { what: 'the answer of the bot' });
    tries.note('the account is not linked without its own confirmation', !(await isLinked()));
  },
};

export const strangersAtStudio: Attack = {
  name: 'A team tool of platforms that a stranger uses',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways));
    const { id } = await studio
      .quest('social_codehost_star', { repository: 'orbit/orbit-core' }, { draft: true })
      .catch(() => ({ id: '00000000-0000-7000-8000-000000000000' }));
    const { client } = await signIn(gateways);
    const project = studio.project.id;
    const requests: [string, string, unknown?][] = [
      ['GET', `/v1/projects/${project}/messenger/chats`],
      ['PUT', `/v1/projects/${project}/messenger/bot`, { botToken: '7100000004:emulated' }],
      ['DELETE', `/v1/projects/${project}/connections/messenger`],
      ['POST', `/v1/projects/${project}/connections/codehost/test`],
      ['GET', `/v1/projects/${project}/connections`],
      ['GET', `/v1/projects/${project}/checks`],
      ['GET', `/v1/projects/${project}/spend`],
      ['GET', `/v1/projects/${project}/campaigns/${studio.campaign.id}/budget`],
      ['PATCH', `/v1/projects/${project}/campaigns/${studio.campaign.id}`, { checkBudgetUsd: '0' }],
      ['POST', `/v1/quests/${id}/messenger/preview/status`],
      ['POST', `/v1/quests/${id}/messenger/preview/verify`],
      ['POST', '/v1/admin/messenger/register-webhook'],
      ['GET', '/v1/admin/spend'],
    ];
    const refusals = ['NOT_FOUND', 'FORBIDDEN', 'WRONG_TOKEN_FAMILY', 'METHOD_NOT_ALLOWED', ...ASKED_TO_WAIT];
    for (const [method, path, body] of requests) {
      const code = codeOf(await patiently(() => client.call(method, path, body === undefined ? {} : { body })));
      tries.note(`${method} ${path}`, refusals.includes(code), code);
    }
  },
};
