import { get as httpGet, type IncomingMessage } from 'node:http';
import { CONTRACTS } from '@questp/messages/contracts';
import { LIMITS } from '@questp/messages/tables';
import { newStudio, signIn, type Caller, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { Client } from 'pg';
import { ASKED_TO_WAIT, codeOf, patiently, refuses } from './answers.js';
import type { Attack } from './attack.js';
import type { Target } from './target.js';

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

/** The operations of a team on the escrow of a campaign. */
const operationsOf = (project: string, campaign: string, plan: string): Operation[] => {
  const path = `/v1/projects/${project}/campaigns/${campaign}`;
  const plans = `${path}/payout-plans`;
  return [
    ['POST', `${path}/escrow/ticket`, {}],
    ['GET', `${path}/escrow/ticket`],
    ['POST', plans, {}],
    ['GET', plans],
    ['GET', `${plans}/${plan}`],
    ['GET', `${plans}/${plan}/payouts`],
    ['GET', `${plans}/${plan}/differences?since=${plan}`],
    ['POST', `${plans}/${plan}/approve`, {}],
    ['GET', `/v1/realtime/projects/${project}/escrows`],
  ];
};

const ask = (caller: Caller, [method, path, body]: Operation) => caller.call(method, path, { body });

async function withDatabase<Value>({ database }: Target, use: (client: Client) => Promise<Value>): Promise<Value> {
  const client = new Client({ connectionString: database?.url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A final plan of a campaign that its team could approve, or has approved. Returns its id. */
async function insertPlan(
  target: Target,
  { project, campaign }: Studio,
  status: 'ready' | 'approved',
  entries: number,
): Promise<string> {
  return await withDatabase(target, async (client) => {
    const approved = status === 'approved' ? "now(), 'svcuser_attack'" : 'NULL, NULL';
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO escrow.payout_plan (id, campaign_id, project_id, version, kind, status, planned_at, as_of, pool, total, fee,
         leftover, is_exact, earners, entries, ledger_credits, list_sha256, allocation_sha256, approved_at, approved_by)
       VALUES (gen_random_uuid(), $1, $2, 1, 'final', $3, now(), now(), '{}', $4, 0, 0, true, $4, $4, $4,
         sha256('list'), sha256('allocation'), ${approved}) RETURNING id`,
      [campaign.id, project.id, status, entries],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `INSERT INTO escrow.payout (plan_id, rank, user_id, points, address, address_source, amount, status)
       SELECT $1, n, 'svcuser_' || n, 1, 'wasm1' || lpad(n::text, 38, 'q'), 'wallet', 1, 'pending'
       FROM generate_series(1, $2::int) AS n`,
      [id, entries],
    );
    return id;
  });
}

export const strangersAtEscrows: Attack = {
  name: "Strangers use the tickets, plans and streams of a team's escrow",
  needs: ['database'],
  async run(target, tries) {
    const { gateways } = target;
    const studio = await newStudio(await signIn(gateways), { draft: true });
    const other = await newStudio(await signIn(gateways), { draft: true });
    const plan = await insertPlan(target, studio, 'ready', 3);
    const { project, campaign } = studio;
    const callers: [who: string, caller: Caller][] = [
      ['nobody', gateways.anonymous],
      ['an earner', (await signIn(gateways)).client],
      ['another team', other.client],
    ];
    for (const [who, caller] of callers) {
      for (const operation of operationsOf(project.id, campaign.id, plan)) {
        await refuses(tries, `${operation[0]} ${operation[1]} by ${who}`, REFUSED, () => ask(caller, operation));
      }
    }
    // With the project that the caller may manage, and what is not of it.
    const borrowed = operationsOf(other.project.id, campaign.id, plan).filter(
      ([, path]) => !path.includes('/realtime/'),
    );
    for (const operation of borrowed) {
      await refuses(tries, `${operation[0]} ${operation[1]} by another team in its project`, SIGNED_NOTHING, () =>
        ask(other.client, operation),
      );
    }
    const { rows } = await withDatabase(target, (client) =>
      client.query<{ status: string }>('SELECT status FROM escrow.payout_plan WHERE campaign_id = $1', [campaign.id]),
    );
    tries.note('the plan waits for its team', rows.length === 1 && rows[0]?.status === 'ready', JSON.stringify(rows));
  },
};

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
        `${discover}/allocations`,
        `${discover}/escrow/messages/claim?sender=${id}`,
        `${discover}/escrow/messages/${id}`,
        `/v1/campaigns/${id}/payout`,
      ];
      for (const path of paths) await refuses(tries, `GET ${path.slice(0, 80)}`, codes, () => client.call('GET', path));
    }
  },
};

/** Its file has about 2 MB, more than sockets buffer. */
const ENTRIES = 20_000;
const READERS = 48;

export const slowAllocationReaders: Attack = {
  name: 'Readers who never finish take the allocation files away from others',
  needs: ['database'],
  async run(target, tries) {
    const { gateways } = target;
    const studio = await newStudio(await signIn(gateways), { draft: true });
    await insertPlan(target, studio, 'approved', ENTRIES);
    const path = `/v1/discover/campaigns/${studio.campaign.id}/allocation.json`;
    const url = new URL(path, gateways.urls[0]);
    const open = () =>
      new Promise<IncomingMessage | undefined>((resolve) => {
        httpGet(url, { agent: false }, resolve).on('error', () => resolve(undefined));
      });
    const readers = await Promise.all(Array.from({ length: READERS }, open));
    for (const reader of readers) reader?.on('error', () => undefined);
    const statuses = readers.map((reader) => reader?.statusCode ?? 0);
    const begun = statuses.filter((status) => status === 200).length;
    const { most } = LIMITS.allocationReads;
    tries.note(`at most ${most} a replica`, begun <= most * gateways.urls.length, `${begun} of ${READERS}`);
    const isTold = statuses.every((status) => [200, 429, 503].includes(status));
    tries.note('the others are told', isTold, statuses.join(' '));
    const shown = await patiently(() => studio.client.GET('/v1/users/me/wallets'));
    tries.note('others are served', shown.response.ok, codeOf(shown));
    for (const reader of readers) reader?.destroy();
    const whole = await patiently(() => gateways.anonymous.call<{ entries: unknown[] }>('GET', path));
    tries.note('the file is there when they are gone', whole.data?.entries.length === ENTRIES, codeOf(whole));
  },
};

/** What operators do with chains, escrow keys and escrows. */
const ADMIN_OPERATIONS = CONTRACTS.flatMap(({ subject, http }) =>
  /^(escrow|integrations\.(chains|credentials))\./.test(subject)
    ? http.flatMap(({ route }) => (route.includes(' /v1/admin/') ? [route] : []))
    : [],
);

export const strangersAtConsole: Attack = {
  name: 'Somebody who is no operator changes chains, escrow keys or the escrow operator',
  async run({ gateways }, tries) {
    const studio = await newStudio(await signIn(gateways), { draft: true });
    const callers: [who: string, caller: Caller][] = [
      ['nobody', gateways.anonymous],
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
