import { CONTRACTS } from '@questp/messages/contracts';
import { newStudio, signIn, type Caller } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { ASKED_TO_WAIT, codeOf, refuses } from './answers.js';
import type { Attack } from './attack.js';

/** Codes of callers who may not do something, or see that it exists. */
const REFUSED = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'WRONG_TOKEN_FAMILY'];
const SIGNED_NOTHING = [
  'CHAIN_NOT_CONFIGURED',
  'CAMPAIGN_NOT_READY',
  'NO_REWARD_POOL',
  'INVALID_TRANSITION',
  ...REFUSED,
];
const NOBODYS_ID = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01';

type Operation = [method: string, path: string, body?: object];

const ask = (caller: Caller, [method, path, body]: Operation) => caller.call(method, path, { body });

const TICKETS = 20;

export const manyTickets: Attack = {
  name: 'Many tickets for one pool, or tickets for pools that cannot be funded',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways), { draft: true });
    const { client, project, campaign } = studio;
    const path = `/v1/projects/${project.id}/campaigns/${campaign.id}/escrow/ticket`;
    const strangersWallet = 'wasm1qszqgpqyqszqgpqyqszqgpqyqszqgpqygts2zu';
    const bodies: object[] = [
      {},
      { owner: strangersWallet },
      { owner: '' },
      { owner: 1 },
      { owner: null },
      { owner: 'x'.repeat(100_000) },
      { owner: `${strangersWallet}\u0000` },
      { owner: '__proto__' },
      { fundingAttempt: 7 },
      { projectId: NOBODYS_ID, campaignId: NOBODYS_ID, userId: 'svcuser_x' },
    ];
    for (const body of bodies) {
      const codes = [
        ...SIGNED_NOTHING,
        'VALIDATION_FAILED',
        'WALLET_NOT_LINKED',
        'PAYLOAD_TOO_LARGE',
        'BODY_TOO_LARGE',
      ];
      const what = `a ticket with ${JSON.stringify(body).slice(0, 60)}`;
      await refuses(tries, what, codes, () => ask(client, ['POST', path, body]));
    }
    const answers = await Promise.all(
      Array.from({ length: TICKETS }, () => client.call<{ signature: string }>('POST', path, { body: {} })),
    );
    const signed = new Set(answers.flatMap(({ data }) => (data ? [data.signature] : [])));
    tries.note(`at most one signature for ${TICKETS} requests at once`, signed.size <= 1, `${signed.size}`);
    for (const answer of answers) {
      const code = codeOf(answer);
      tries.note('an answer', ['200', '201', ...SIGNED_NOTHING, ...ASKED_TO_WAIT].includes(code), code);
    }
  },
};

const HOSTILE = [
  '0',
  '-1',
  '%00',
  '..%2f..%2fadmin',
  'x'.repeat(3_000),
  NOBODYS_ID.toUpperCase(),
  `${NOBODYS_ID}'--`,
  '%F0%9F%92%B0',
  '__proto__',
  NOBODYS_ID,
];

export const hostileEscrowIds: Attack = {
  name: 'Hostile ids in the paths of escrows and allocations',
  async run({ gateways }, tries) {
    const { client } = await signIn(gateways);
    const codes = ['VALIDATION_FAILED', 'NOT_FOUND', 'ROUTE_NOT_FOUND', 'FORBIDDEN', 'URI_TOO_LONG'];
    for (const id of HOSTILE) {
      const discover = `/v1/discover/campaigns/${id}`;
      const paths = [
        `${discover}/escrow`,
        `${discover}/allocation.json`,
        `${discover}/allocation.json?version=${id}`,
        `${discover}/escrow/messages/claim?sender=${id}`,
        `${discover}/escrow/messages/${id}`,
        `/v1/campaigns/${id}/payout`,
      ];
      // The list of a campaign that is not there is empty.
      await refuses(tries, `allocations of ${id.slice(0, 40)}`, ['200', ...codes], () =>
        client.call('GET', `${discover}/allocations`),
      );
      for (const path of paths) await refuses(tries, `GET ${path.slice(0, 80)}`, codes, () => client.call('GET', path));
    }
  },
};

/** What operators do with chains, escrow keys and escrows. */
const ADMIN_OPERATIONS = CONTRACTS.flatMap(({ subject, http }) =>
  /^(escrow|integrations\.(chains|credentials))\./.test(subject)
    ? http.flatMap(({ route }) => (route.includes(' /v1/admin/') ? [route] : []))
    : [],
);

export const strangersAtConsole: Attack = {
  name: 'Callers who are not operators change chains, escrow keys or the escrow operator',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways), { draft: true });
    const callers: [who: string, caller: Caller][] = [
      ['an anonymous caller', gateways.anonymous],
      ['a team', studio.client],
    ];
    for (const route of ADMIN_OPERATIONS) {
      const [method = '', form = ''] = route.split(' ');
      const path = form
        .replaceAll(':provider', 'escrow_operator')
        .replaceAll(':chainId', 'questp-local-1')
        .replaceAll(/:\w+/g, NOBODYS_ID);
      for (const [who, caller] of callers) {
        const operation: Operation = method === 'GET' ? [method, path] : [method, path, {}];
        await refuses(tries, `${method} ${path} by ${who}`, ['UNAUTHENTICATED', 'WRONG_TOKEN_FAMILY'], () =>
          ask(caller, operation),
        );
      }
    }
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
  },
};
