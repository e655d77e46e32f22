import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectByOAuth,
  linkByOAuth,
  newStudio,
  REPOSITORY,
  signIn,
  submit,
  type EmulatedPlatforms,
  type Gateways,
  type Studio,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { codeOf, patiently } from './answers.js';
import type { Attack } from './attack.js';

/** Repositories of the emulated code host. */
const [CORE, EMPTY] = [80_000_001, 80_000_002];
const OTHER_REPOSITORY = 'orbit/empty';
/** Administers the repositories. */
const ADMIN = 'verified';
/** An account of the emulated code host. */
const LOGIN = 'earner-191';
/** Longer than an event takes to have its effect. */
const SETTLED_MS = 2_500;

interface Hook {
  repository: number;
  url: string;
  secret: string;
}

interface Event {
  of: Hook;
  body: string;
  secret?: string;
  signature?: string;
  id?: string;
  event?: string;
}

const signed = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Sends an event to a webhook as the code host does. */
const send = (gateways: Gateways, { of, body, secret = of.secret, ...event }: Event) =>
  patiently(() =>
    gateways.anonymous.call('POST', new URL(of.url).pathname, {
      raw: body,
      headers: {
        ...{ 'content-type': 'application/json', 'x-github-event': event.event ?? 'star' },
        'x-hub-signature-256': event.signature ?? signed(body, secret),
        'x-github-delivery': event.id ?? randomUUID(),
      },
    }),
  );

/** Connects the project to the code host; returns the webhooks of the repositories that its quests name. */
async function connect(studio: Studio, emulators: EmulatedPlatforms, repositories: number[]): Promise<Hook[]> {
  const all = () => emulators.items<Hook>('codehost', 'hooks');
  const before = new Set((await all()).map(({ url }) => url));
  await connectByOAuth(studio, 'codehost', { login_hint: ADMIN });
  const own = async () => {
    const added = (await all()).filter(({ url }) => !before.has(url));
    return added.length === repositories.length && added;
  };
  const hooks = await waitFor(own, { what: 'the webhooks of the repositories' });
  return repositories.flatMap((repository) => hooks.filter((hook) => hook.repository === repository));
}

export const forgedEvents: Attack = {
  name: 'An event of a repository that the code host did not send, or sent before (A-68, A-69)',
  needs: ['emulators'],
  async run({ gateways, emulators }, tries) {
    if (emulators === undefined) return;
    const [studio, hostile] = [await newStudio(await signIn(gateways)), await newStudio(await signIn(gateways))];
    const quest = await studio.quest('social_codehost_star', { repository: REPOSITORY });
    await studio.quest('social_codehost_star', { repository: OTHER_REPOSITORY });
    await hostile.quest('social_codehost_star', { repository: REPOSITORY });
    // Before there are webhooks, which would report it.
    const earner = await signIn(gateways);
    const { accountId } = await linkByOAuth(earner.client, 'codehost', LOGIN);
    await emulators.remove('codehost', 'stars', { user: accountId, repository: String(CORE) });

    const [core, empty] = await connect(studio, emulators, [CORE, EMPTY]);
    const [others] = await connect(hostile, emulators, [CORE]);
    if (core === undefined || empty === undefined || others === undefined) throw new Error('A webhook is missing');
    const secrets = new Set([core, empty, others].map(({ secret }) => secret));
    tries.note('each webhook has a secret of its own', secrets.size === 3, `${secrets.size} secrets`);

    const refused = codeOf(await patiently(() => submit(earner, quest.id, {})));
    tries.note('an attempt without the star', refused === 'ACTION_NOT_FOUND', refused);

    const starOf = (repository: number) =>
      JSON.stringify({ action: 'created', sender: { id: Number(accountId) }, repository: { id: repository } });
    const star = starOf(CORE);
    const refuse = async (what: string, codes: readonly string[], event: Event) => {
      const code = codeOf(await send(gateways, event));
      tries.note(what, codes.includes(code), code);
    };
    const right = signed(star, core.secret);
    for (const signature of ['', 'sha256=', right.slice(7), right.slice(0, -1), right.toUpperCase(), `${right}0`]) {
      await refuse(`the signature "${signature}"`, ['UNAUTHENTICATED'], { of: core, body: star, signature });
    }
    const wrong = [
      ['the secret of another project', { secret: others.secret }],
      ['the secret of another repository', { secret: empty.secret }],
      ['the signature of another body', { signature: signed(starOf(EMPTY), core.secret) }],
      ['the signature of an event of another repository', { signature: signed(star, empty.secret) }],
      ['an empty secret', { secret: '' }],
    ] as const;
    for (const [what, how] of wrong) await refuse(what, ['UNAUTHENTICATED'], { of: core, body: star, ...how });
    const nobodys = { ...core, url: core.url.replace(/[^/]+$/, randomUUID()) };
    await refuse('a webhook that does not exist', ['UNAUTHENTICATED'], { of: nobodys, body: star });
    const large = JSON.stringify({ ...(JSON.parse(star) as object), text: 'x'.repeat(27_000_000) });
    await refuse('27 MB with the right signature', ['PAYLOAD_TOO_LARGE'], { of: core, body: large });
    await refuse('no id', ['BAD_REQUEST'], { of: core, body: star, id: '' });
    for (const body of ['', '{', '[1,', 'null', '"star"']) {
      await refuse(`the body ${body} with the right signature`, ['204', 'INVALID_JSON', 'VALIDATION_FAILED'], {
        of: core,
        body,
      });
    }

    // Each event that has an effect repeats the check of the earner, who has no star.
    const since = (await emulators.journal()).at(-1)?.number ?? 0;
    const checks = async () => (await emulators.journal(since)).filter(({ route }) => route === 'starred').length;
    tries.note('nothing was checked for what was refused', (await checks()) === 0, `${await checks()} checks`);
    const id = randomUUID();
    const isAccepted = (await send(gateways, { of: core, body: starOf(EMPTY), id })).response.ok;
    tries.note('an event about another repository, rightly signed, is received', isAccepted);
    await waitFor(async () => (await checks()) > 0, { what: 'the check after an event' });
    await Promise.all(Array.from({ length: 10 }, () => send(gateways, { of: core, body: star, id })));
    await sleep(SETTLED_MS);
    tries.note(
      'an event that is sent 11 times has its effect once',
      (await checks()) === 1,
      `${await checks()} checks`,
    );
    const { submission } = await unwrap(
      earner.client.GET('/v1/quests/{questId}/verification', { params: { path: { questId: quest.id } } }),
    );
    tries.note('no credit without the star', submission === null, submission?.status);

    await emulators.put('codehost', 'stars', { user: Number(accountId), repository: CORE });
    const at = { path: { provider: 'codehost' as const } };
    await unwrap(earner.client.DELETE('/v1/users/me/accounts/{provider}', { params: at }));
    for (const { client, inProject } of [studio, hostile]) {
      await unwrap(client.POST('/v1/projects/{projectId}/archive', { params: inProject }));
    }
  },
};
