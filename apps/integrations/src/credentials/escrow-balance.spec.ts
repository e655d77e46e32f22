import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEscrowBalance, setCredential } from '@questp/messages/integrations';
import type { AppError } from '@questp/messages/language';
import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { putChain, startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../service.js';

const CHAIN = 'pion-1';
const GAS_PRICES = [{ denom: 'untrn', price: '0.0053' }];
const MNEMONIC = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const adminId = `svcadmin_${'c'.repeat(32)}`;

describe('the balance of an escrow key', () => {
  const asked: string[] = [];
  const answers: { status: number; body: string }[] = [
    { status: 200, body: '' },
    { status: 200, body: '' },
  ];
  let nodes: Server[];
  const services: TestService<object>[] = [];

  const start = async (restUrls: string[]) => {
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1'), EGRESS_NETWORKS: '127.0.0.0/8' };
    const service = await startTestService(integrations, { env });
    services.push(service);
    await putChain(service, CHAIN, { restUrls, gasPrices: GAS_PRICES });
    const access = { adminId, role: 'super_admin', version: 1, status: 'active' } as const;
    await service.call(setCredentialOperatorAccess, access);
    await service.call(setCredential, { provider: 'escrow_operator', fields: { mnemonic: MNEMONIC }, adminId });
    return service;
  };
  let service: TestService<object>;

  beforeAll(async () => {
    nodes = answers.map((_, index) =>
      createServer((request, response) => {
        asked.push(`${index} ${request.url}`);
        const { status, body } = answers[index] as { status: number; body: string };
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(nodes.map((node) => once(node, 'listening')));
    service = await start(nodes.map((node) => `http://127.0.0.1:${(node.address() as AddressInfo).port}`));
  }, 60_000);
  afterAll(async () => {
    for (const one of services) await one.stop();
    await Promise.all(nodes.map((node) => new Promise((resolve) => node.close(resolve))));
  });
  beforeEach(() => {
    asked.length = 0;
    answers.fill({ status: 200, body: '{}' });
  });

  const balance = (amount: unknown, denom = 'untrn') => JSON.stringify({ balance: { denom, amount } });
  const read = (provider: 'escrow_operator' | 'escrow_ticket' | 'chatcomm' = 'escrow_operator', of = service) =>
    of.call(readEscrowBalance, { provider, chainId: CHAIN });
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => 'none',
      (error: unknown) => (error as AppError).code,
    );

  it('the balance of an escrow key is read from the first usable node, by address and fee denomination', async () => {
    answers[0] = { status: 502, body: balance('7') };
    answers[1] = { status: 200, body: balance('1250000') };
    const found = await read();
    expect(found).toMatchObject({
      provider: 'escrow_operator',
      chainId: CHAIN,
      address: expect.stringMatching(/^neutron1[a-z0-9]{38}$/) as string,
      balance: { denom: 'untrn', amount: '1250000' },
    });
    const path = `/cosmos/bank/v1beta1/balances/${found.address}/by_denom?denom=untrn`;
    expect(asked).toEqual([`0 ${path}`, `1 ${path}`]);
  });

  it.each([
    ['nothing', '0'],
    ['the most that coins of quests have', String(2n ** 128n - 1n)],
  ])('may be %s', async (_, amount) => {
    answers[0] = { status: 200, body: balance(amount) };
    expect((await read()).balance.amount).toBe(amount);
  });

  it.each([
    ['no JSON', 'ok'],
    ['another shape', '{"balances":[]}'],
    ['another denomination', balance('1', 'uatom')],
    ['a number', balance(1)],
    ['a negative amount', balance('-1')],
    ['an amount with a point', balance('1.5')],
    ['an amount of 10^39', balance(`1${'0'.repeat(39)}`)],
  ])('the balance of an escrow key is not read from a node that answers %s', async (_, body) => {
    answers.fill({ status: 200, body });
    expect(await refusal(read())).toBe('CHAIN_UNAVAILABLE');
    expect(asked).toHaveLength(2);
  });

  it('the balance of an escrow key is available for stored keys of the escrow', async () => {
    expect(await refusal(read('escrow_ticket'))).toBe('NOT_FOUND');
    expect(await refusal(read('chatcomm'))).toBe('NOT_FOUND');
    expect(asked).toEqual([]);
  });

  it('the balance of an escrow key is unavailable if no node of the chain is configured', async () => {
    expect(await refusal(read('escrow_operator', await start([])))).toBe('CHAIN_NOT_SUPPORTED');
  });
});
