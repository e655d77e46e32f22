import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Egress } from '@questp/egress';
import {
  listChainChoices,
  MAX_CHAIN_CHOICES,
  readChainChoice,
  type ChainChoice,
  type ChainChoiceKind,
} from '@questp/messages/integrations';
import { AppError, messageErrors, type MessageClass } from '@questp/messages/language';
import type { ChainRegistry } from '@questp/service-kit/chains';
import { pino } from 'pino';
import { ChainNodes } from '../cosmos/chain-nodes.js';
import { ChainChoices } from './chain-choices.js';

const chainId = 'osmosis-1';
const projectId = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11';

const STAKING = '/cosmos/staking/v1beta1/validators';
const GOV = '/cosmos/gov/v1/proposals';
const NOT_FOUND = [404, { code: 5, message: 'validator osmovaloper1x not found: key not found', details: [] }] as const;

/** As the SDK answers, without members that are not read. */
const validator = (id: string, tokens: string, status: string, moniker: unknown = `Moniker of ${id}`) => ({
  ...{ operator_address: id, jailed: false, status, tokens, delegator_shares: `${tokens}.000000000000000000` },
  description: { moniker, identity: '', website: '', security_contact: '', details: '' },
});
const proposal = (id: string, status: string, more: object = {}) => ({
  ...{ id, messages: [], status, voting_end_time: '2026-02-03T04:05:06.123456789Z', title: `Title ${id}` },
  ...more,
});

type Answer = readonly [status: number, body: unknown];

describe('What a quest can name on a chain', () => {
  let egress: Egress;
  let servers: Server[];
  let asked: string[];
  beforeEach(() => {
    [egress, servers, asked] = [new Egress(), [], []];
  });
  afterEach(async () => {
    await egress.onApplicationShutdown();
    servers.forEach((server) => server.closeAllConnections());
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  });

  /** A node that answers each path as given, and 501 any other. */
  async function node(answers: Readonly<Record<string, Answer>>): Promise<string> {
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      const [status, body] = answers[url.split('&')[0] ?? ''] ?? [501, { code: 12, message: 'Not Implemented' }];
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function choicesAt(...restUrls: string[]) {
    const chain = { chainId, restUrls, configured: ['restUrls'] };
    const registry = { get: (id: string) => (id === chainId ? chain : undefined) } as ChainRegistry;
    const choices = new ChainChoices(registry, new ChainNodes(egress, pino({ enabled: false })));
    const valid = <Reply>(reply: MessageClass | null, value: Reply): Reply => {
      if (reply !== null) expect(messageErrors(reply, value)).toEqual([]);
      return value;
    };
    return {
      list: async (kind: ChainChoiceKind, more: { id?: string; limit?: number; cursor?: string } = {}) =>
        valid(listChainChoices.reply, await choices.list({ projectId, chainId, kind, limit: 100, ...more })),
      read: async (kind: ChainChoiceKind, id: string) =>
        valid(
          readChainChoice.reply,
          await choices.read({ chainId, kind, id, payer: { projectId, campaignId: null, budgetUsd: null } }),
        ),
    };
  }

  const byStatus = (bonded: unknown[], unbonding: unknown[] = [], unbonded: unknown[] = []) => ({
    [`${STAKING}?status=BOND_STATUS_BONDED`]: [200, { validators: bonded, pagination: {} }] as const,
    [`${STAKING}?status=BOND_STATUS_UNBONDING`]: [200, { validators: unbonding, pagination: {} }] as const,
    [`${STAKING}?status=BOND_STATUS_UNBONDED`]: [200, { validators: unbonded, pagination: {} }] as const,
  });
  const bonded = (id: string, tokens = '5', moniker?: unknown) => validator(id, tokens, 'BOND_STATUS_BONDED', moniker);
  const idsOf = ({ items }: { items: ChainChoice[] }) => items.map(({ id }) => id);
  const codeOf = (call: Promise<unknown>) => call.catch((error: unknown) => (error as AppError).code);

  describe('validators', () => {
    it('are listed with those of the active set first, by voting power, in pages', async () => {
      const rest = await node(
        byStatus([bonded('a', '9'), bonded('b', '10')], [], [validator('c', '99', 'BOND_STATUS_UNBONDED')]),
      );
      const { list } = choicesAt(rest);
      const first = await list('validator', { limit: 2 });
      expect(first.items).toEqual([
        { id: 'b', name: 'Moniker of b', isOpen: true, endsAt: null, codeId: null },
        { id: 'a', name: 'Moniker of a', isOpen: true, endsAt: null, codeId: null },
      ]);
      const second = await list('validator', { limit: 2, cursor: first.nextCursor ?? '' });
      expect(second).toMatchObject({ items: [{ id: 'c', isOpen: false }], nextCursor: null });
    });

    it('are asked for once in a minute, however many members of teams look', async () => {
      const { list } = choicesAt(await node(byStatus([bonded('a')])));
      await Promise.all(Array.from({ length: 20 }, () => list('validator')));
      expect(asked).toHaveLength(3);
    });

    it('are bounded, and shown without those that cannot be read', async () => {
      const many = Array.from({ length: MAX_CHAIN_CHOICES + 5 }, (_, index) => bonded(`v${index}`));
      const odd = [null, {}, bonded('<b>'), { ...bonded('d'), tokens: -1 }, { ...bonded('e'), description: 'x' }];
      expect(idsOf(await choicesAt(await node(byStatus([...odd, bonded('a')]))).list('validator'))).toEqual(['a']);
      const { list } = choicesAt(await node(byStatus(many)));
      let cursor: string | undefined;
      let total = 0;
      do {
        const page = await list('validator', cursor === undefined ? {} : { cursor });
        total += page.items.length;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(total).toBe(MAX_CHAIN_CHOICES);
    });

    it.each([
      ['two lines', 'Orbit\n\u2028 Validator', 'Orbit Validator'],
      ['direction', 'abc\u202Ecba\u0000', 'abc cba'],
      ['1,000 characters', '😀'.repeat(500), '😀'.repeat(200)],
      ['nothing', ' \u200B ', null],
      ['no text', 7, null],
    ])('have a name of one plain line: %s', async (_, moniker, name) => {
      const { items } = await choicesAt(await node(byStatus([bonded('a', '1', moniker)]))).list('validator');
      expect(items).toMatchObject([{ name }]);
    });

    it.each([
      ['an error', [500, { code: 13, message: 'panic' }]],
      ['no JSON', [200, '<html>']],
      ['another form', [200, { validators: {} }]],
    ] as const)('are CHAIN_UNAVAILABLE with %s, and asked for again by the next caller', async (_, answer) => {
      const answers: Record<string, Answer> = {
        ...byStatus([bonded('a')]),
        [`${STAKING}?status=BOND_STATUS_BONDED`]: answer,
      };
      const { list } = choicesAt(await node(answers));
      expect(await codeOf(list('validator'))).toBe('CHAIN_UNAVAILABLE');
      Object.assign(answers, byStatus([bonded('a')]));
      expect(idsOf(await list('validator'))).toEqual(['a']);
    });

    it('are read from the next node if one does not answer', async () => {
      const { list } = choicesAt(await node({}), await node(byStatus([bonded('a')])));
      expect(idsOf(await list('validator'))).toEqual(['a']);
    });
  });

  it('are the proposals in voting, newest first, with the end of the voting', async () => {
    const legacy = {
      title: '',
      messages: [{ '@type': '/cosmos.gov.v1.MsgExecLegacyContent', content: { title: 'Old' } }],
    };
    const proposals = [
      proposal('7', 'PROPOSAL_STATUS_VOTING_PERIOD'),
      proposal('12', 'PROPOSAL_STATUS_VOTING_PERIOD', legacy),
      proposal('9', 'PROPOSAL_STATUS_REJECTED'),
    ];
    const rest = await node({ [`${GOV}?proposal_status=2`]: [200, { proposals }] });
    expect((await choicesAt(rest).list('proposal')).items).toEqual([
      { id: '12', name: 'Old', isOpen: true, endsAt: '2026-02-03T04:05:06.123Z', codeId: null },
      { id: '7', name: 'Title 7', isOpen: true, endsAt: '2026-02-03T04:05:06.123Z', codeId: null },
    ]);
  });

  const CONTRACT = 'osmo1contract';
  const contractInfo = { code_id: '12', creator: 'osmo1x', admin: '', label: 'Minter' };
  const contractAt = (address: string) => ({
    [`/cosmwasm/wasm/v1/contract/${CONTRACT}`]: [200, { address, contract_info: contractInfo }] as const,
  });

  it('are a contract and a pool by their ids alone', async () => {
    const { list } = choicesAt(
      await node({
        ...contractAt(CONTRACT),
        '/osmosis/poolmanager/v1beta1/pools/1': [200, { pool: { '@type': '/osmosis.gamm.v1beta1.Pool', id: '1' } }],
        '/osmosis/poolmanager/v1beta1/pools/2': [500, { code: 2, message: 'rpc error: pool with id 2 not found' }],
      }),
    );
    expect((await list('contract', { id: CONTRACT })).items).toEqual([
      { id: CONTRACT, name: 'Minter', isOpen: true, endsAt: null, codeId: 12 },
    ]);
    expect(idsOf(await list('pool', { id: '1' }))).toEqual(['1']);
    expect(await list('pool', { id: '2' })).toEqual({ items: [], nextCursor: null });
    expect(await codeOf(list('contract'))).toBe('VALIDATION_FAILED');
  });

  describe('an IBC denomination', () => {
    // ATOM on Osmosis.
    const HASH = '27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
    const id = `ibc/${HASH}`;
    const newer = (base: string) => ({
      [`/ibc/apps/transfer/v1/denoms/${HASH}`]: [
        200,
        { denom: { base, trace: [{ port_id: 'transfer', channel_id: 'channel-0' }] } },
      ] as const,
    });
    const older = (base_denom: string) => ({
      [`/ibc/apps/transfer/v1/denom_traces/${HASH}`]: [
        200,
        { denom_trace: { path: 'transfer/channel-0', base_denom } },
      ] as const,
    });

    it.each([
      ['a newer node', newer('uatom')],
      ['an older node', older('uatom')],
    ])('is resolved and proven by its hash: %s', async (_, answers) => {
      expect(await choicesAt(await node(answers)).read('ibc_denom', id)).toMatchObject({
        value: { id, name: 'transfer/channel-0/uatom' },
      });
    });

    it.each([
      ['a newer node', newer('uosmo')],
      ['an older node', older('uosmo')],
    ])('is not another one that a node makes up: %s', async (_, answers) => {
      expect(await choicesAt(await node(answers)).read('ibc_denom', id)).toMatchObject({ status: 'unavailable' });
    });

    it('is missing where a node with either API says so', async () => {
      const missing = [404, { code: 5, message: `denomination not found: ${HASH}` }] as const;
      const { read } = choicesAt(await node({ [`/ibc/apps/transfer/v1/denom_traces/${HASH}`]: missing }));
      expect(await read('ibc_denom', id)).toMatchObject({ status: 'not_found' });
    });
  });

  it.each<[ChainChoiceKind, string]>([
    ['validator', '../../../cosmos/bank/v1beta1/supply'],
    ['proposal', 'x'],
    ['contract', 'a/b'],
    ['pool', '1.0'],
    ['ibc_denom', 'uatom'],
  ])('is not asked for by an id that no %s has', async (kind, id) => {
    expect(await choicesAt(await node({})).read(kind, id)).toMatchObject({ status: 'not_found' });
    expect(asked).toEqual([]);
  });

  it('is nothing of a chain without nodes', async () => {
    expect(await codeOf(choicesAt().list('validator'))).toBe('NOT_FOUND');
    expect(await choicesAt().read('validator', 'a')).toMatchObject({ status: 'unsupported' });
  });

  describe('a configured one', () => {
    it.each<[string, readonly Answer[], string]>([
      ['is found', [[200, { validator: bonded('a') }]], 'found'],
      ['is found by the second node, which is ahead', [NOT_FOUND, [200, { validator: bonded('a') }]], 'found'],
      ['is missing where all nodes say so', [NOT_FOUND, NOT_FOUND], 'not_found'],
      [
        'is missing for an address of another chain',
        [[400, { code: 3, message: 'invalid Bech32 prefix' }]],
        'not_found',
      ],
      ['is not missing because one of two nodes says so', [NOT_FOUND, [502, 'bad gateway']], 'unavailable'],
      ['is not missing because a proxy says so', [[404, '<html>not found</html>']], 'unavailable'],
      [
        'is not missing because a node has another API',
        [[501, { code: 12, message: 'Not Implemented' }]],
        'unavailable',
      ],
      ['is not another one that a node answers', [[200, { validator: bonded('b') }]], 'unavailable'],
    ])('%s', async (_, answers, status) => {
      const nodes = await Promise.all(answers.map((answer) => node({ [`${STAKING}/a`]: answer })));
      const fact = await choicesAt(...nodes).read('validator', 'a');
      expect([fact.status, fact.value !== null]).toEqual([status, status === 'found']);
    });

    it.each([
      ['PROPOSAL_STATUS_DEPOSIT_PERIOD', true],
      ['PROPOSAL_STATUS_VOTING_PERIOD', true],
      ['PROPOSAL_STATUS_PASSED', false],
    ])('is open while votes on it count now or later: %s', async (status, isOpen) => {
      const rest = await node({ [`${GOV}/7`]: [200, { proposal: proposal('7', status) }] });
      expect((await choicesAt(rest).read('proposal', '7')).value).toMatchObject({ isOpen });
    });

    it('is not the contract of another address', async () => {
      const { read } = choicesAt(await node(contractAt('osmo1other')));
      expect(await read('contract', CONTRACT)).toMatchObject({ status: 'unavailable' });
    });
  });
});
