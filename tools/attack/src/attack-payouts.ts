import { CONTRACTS } from '@questp/messages/contracts';
import { newStudio, signIn, type Caller } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { ASKED_TO_WAIT, codeOf, refuses } from './answers.js';
import type { Attack } from './attack.js';
import { archive, campaignWithPool, paidCampaign, payoutsOf } from './paid-campaign.js';

const HASH = 'AB'.repeat(32);
const CSV = { 'content-type': 'text/csv' };

/** What team members do with payouts: plans, batches, imports, tickets, their files and live streams. */
const TEAM_OPERATIONS = CONTRACTS.flatMap(({ http }) =>
  http.flatMap(({ route }) =>
    / \/v1\/(realtime\/)?projects\/.*(payout-plans|escrow|distribution)/.test(route) ? [route] : [],
  ),
);

/** What an operation takes beside its path. A new operation that takes more needs its row. */
const SENT: readonly [route: RegExp, query: string, body: object | string | undefined][] = [
  [/\/differences$/, '?since=:planId', undefined],
  [/\/messages$/, '?sender=cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud', undefined],
  [/\/payment-imports$/, '', { payments: [{ txHash: HASH }] }],
  [/\/payment-imports\/csv$/, '', `tx_hash\n${HASH}\n`],
  [/^POST .*\/(batches|ticket)$/, '', {}],
  [/\/objection$/, '', { reason: 'Copies.', submissionIds: [] }],
];

/** What moderators may not do, who only prepare plans and read. */
const OF_ADMINS = /^POST .*\/(approve|objection|batches|payment-imports|csv)$|\/(messages|ticket)$/;

async function send(caller: Caller, route: string, ids: Readonly<Record<string, string>>) {
  const [method = '', form = ''] = route.split(' ');
  const [, query = '', body] = SENT.find(([of]) => of.test(route)) ?? [];
  const path = `${form}${query}`.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? name);
  return caller.call(method, path, typeof body === 'string' ? { raw: body, headers: CSV } : { body });
}

export const strangersAtPayouts: Attack = {
  name: 'Callers without the permission read or change payouts of a team',
  async run(target, tries) {
    const { gateways } = target;
    const [earner, moderator, stranger] = [await signIn(gateways), await signIn(gateways), await signIn(gateways)];
    const campaign = await paidCampaign(target, [earner]);
    const { studio, planId, plan } = campaign;
    const own = await newStudio(stranger, { draft: true });
    await studio.addMember(moderator, 'project_moderator');
    const { client } = studio;
    const batch = await client.call<{ id: string }>('POST', `${plan}/batches`, { body: {} });
    const imported = await client.call<{ id: string }>('POST', `${plan}/payment-imports`, {
      body: { payments: [{ txHash: HASH }] },
    });
    const ids = {
      ...{ projectId: studio.project.id, campaignId: studio.campaign.id, planId },
      ...{ batchId: batch.data?.id ?? '', importId: imported.data?.id ?? '' },
    };
    const ofStranger = { ...ids, projectId: own.project.id };
    const callers: [who: string, Caller, ids: typeof ids, codes: string[], routes: readonly string[]][] = [
      ['an anonymous caller', gateways.anonymous, ids, ['UNAUTHENTICATED'], TEAM_OPERATIONS],
      ['an earner', earner.client, ids, ['NOT_FOUND'], TEAM_OPERATIONS],
      ['another team', own.client, ids, ['NOT_FOUND'], TEAM_OPERATIONS],
      [
        'another team through its project',
        own.client,
        ofStranger,
        ['NOT_FOUND'],
        TEAM_OPERATIONS.filter((route) => route.includes(':campaignId')),
      ],
      ['a moderator', moderator.client, ids, ['FORBIDDEN'], TEAM_OPERATIONS.filter((route) => OF_ADMINS.test(route))],
    ];
    for (const [who, caller, of, codes, routes] of callers) {
      for (const route of routes) await refuses(tries, `${route} by ${who}`, codes, () => send(caller, route, of));
    }

    const batches = await client.call<{ items: object[] }>('GET', `${plan}/batches`);
    tries.note('no batch was added', batches.data?.items.length === 1, codeOf(batches));
    const statuses = (await payoutsOf(campaign)).map(({ status }) => status).join();
    tries.note('nothing was recorded as paid', statuses === 'pending', statuses);

    const stream = `/v1/realtime/projects/${studio.project.id}/escrows`;
    const watched = await watch(moderator.client, stream);
    tries.note('a moderator follows the escrows', watched.status === 200, `${watched.status}`);
    const path = { projectId: studio.project.id, userId: moderator.user.id };
    await unwrap(client.DELETE('/v1/projects/{projectId}/members/{userId}', { params: { path } }));
    tries.note('the stream ends with the membership', await watched.ended());
    await Promise.all([studio, own].map(archive));
  },
};

/** Longest time until a stream ends whose reader lost access, even on a slow machine. */
const ENDS_MS = 30_000;

/** Opens a live stream. */
async function watch({ gateways, token }: Caller, path: string) {
  const { status, body } = await fetch(`${gateways.urls[0]}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: AbortSignal.timeout(ENDS_MS),
  });
  const ended = async (): Promise<boolean> => {
    try {
      for await (const _ of body ?? []);
      return true;
    } catch (error) {
      return !(error instanceof DOMException && error.name === 'TimeoutError');
    }
  };
  return { status, ended };
}

/** JSON that is no transaction that paid. */
const HOSTILE_PAYMENTS: readonly unknown[] = [
  ...[
    '',
    'x',
    HASH.slice(1),
    `${HASH}0`,
    `0x${HASH}0`,
    `${HASH} ${'CD'.repeat(32)}`,
    `${HASH.slice(2)}%00`,
    '＝'.repeat(64),
  ],
  ...["'; DROP TABLE payout; --", '../'.repeat(21), '\u0000'.repeat(64), null, 7, {}, [], [HASH], true],
  ...['x'.repeat(100_000), `ß${HASH.slice(1)}`],
].map((txHash) => [{ txHash }]);
const HOSTILE_LISTS: readonly unknown[] = [
  ...[[], {}, null, 'x', [null], [[]], [{}], [{ txHash: HASH, status: 'paid' }]],
  Array.from({ length: 401 }, () => ({ txHash: HASH })),
  ...['', 'Cosmos1ABC', "cosmos1'--", 'cosmos1\u0000', 'x'.repeat(1_000), 7, [], {}].map((address) => [
    { txHash: HASH, address },
  ]),
];
const HOSTILE_FILES: readonly (string | Uint8Array)[] = [
  ...['', '\n\n\n', '\uFEFF', 'tx_hash\n', 'address,tx_hash\na,\n', 'address\na\n', `${HASH}\n`, 'tx_hash\n=1+1\n'],
  ...[`tx_hash\n"${HASH}\n`, `tx_hash\n"${HASH}"x\n`, `tx_hash\n${HASH}\u0000\n`, `tx_hash,tx_hash\n${HASH},x\n`],
  ...[`address,tx_hash\n=1+1,${HASH}\n`, `address,tx_hash\n__proto__\n`, `tx_hash\n${`${HASH}\n`.repeat(401)}`],
  ...[`tx_hash\n${'x'.repeat(20_000)}\n`, 'x,'.repeat(60_000), '"'.repeat(50_001), 'x'.repeat(3_000_000)],
  ...[new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array([0x74, 0x78, 0xc3, 0x28]), new Uint8Array(10_000)],
];
const NOT_TAKEN = ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST'];

const AT_ONCE = 30;
/** Most open imports of a plan. */
const MAX_OPEN = 20;

export const hostileImports: Attack = {
  name: 'Imports of what paid nothing, of files that are none, and of one transaction many times',
  async run(target, tries) {
    const campaign = await paidCampaign(target, [await signIn(target.gateways)]);
    const { studio, plan } = campaign;
    const imports = `${plan}/payment-imports`;
    const shown = (value: unknown) => JSON.stringify(value).slice(0, 60);
    for (const payments of [...HOSTILE_PAYMENTS, ...HOSTILE_LISTS]) {
      await refuses(tries, `an import of ${shown(payments)}`, NOT_TAKEN, () =>
        studio.client.call('POST', imports, { body: { payments } }),
      );
    }
    for (const raw of HOSTILE_FILES) {
      await refuses(tries, `a file with ${shown(raw)}`, NOT_TAKEN, () =>
        studio.client.call('POST', `${imports}/csv`, { raw, headers: CSV }),
      );
    }

    const body = { payments: [{ txHash: HASH }] };
    const send = (headers: Record<string, string> = {}) =>
      studio.client.call<{ id: string }>('POST', imports, { body, headers });
    const key = { 'idempotency-key': `attack-${studio.campaign.id}` };
    const repeated = await Promise.all(Array.from({ length: MAX_OPEN }, () => send(key)));
    const ids = new Set(repeated.flatMap(({ data }) => (data ? [data.id] : [])));
    tries.note('one import for one key', ids.size === 1, `${ids.size}`);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send()));
    const begun = answers.filter(({ data }) => data !== undefined).length;
    tries.note(`imports at a time are limited`, begun < MAX_OPEN, `${begun} beside the first`);
    for (const code of answers.map(codeOf)) {
      tries.note('an answer', ['201', 'TOO_MANY', ...ASKED_TO_WAIT].includes(code), code);
    }
    const statuses = (await payoutsOf(campaign)).map(({ status }) => status).join();
    tries.note('nothing was recorded as paid', statuses === 'pending', statuses);
    await archive(studio);
  },
};

export const manyPreviews: Attack = {
  name: 'Many payout plans of one campaign',
  async run(target, tries) {
    const studio = await campaignWithPool(target);
    const plans = `/v1/projects/${studio.project.id}/campaigns/${studio.campaign.id}/payout-plans`;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => studio.client.call('POST', plans)));
    for (const code of answers.map(codeOf)) {
      tries.note('an answer', ['200', '201', ...ASKED_TO_WAIT].includes(code), code);
    }
    const { data } = await studio.client.call<{ items: object[] }>('GET', plans);
    tries.note('one plan is made', data?.items.length === 1, `${data?.items.length} plans`);
    await archive(studio);
  },
};
