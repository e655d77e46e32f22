import { randomUUID } from 'node:crypto';
import { TEST_CHAINS } from '@questp/chains/testing';
import type { Caller } from '@questp/messages/access';
import {
  createChain,
  getAdminChain,
  listAdminChains,
  listChains,
  MAX_CHAINS,
  updateChain,
  type ChainFields,
} from '@questp/messages/integrations';
import { versionOf, type AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { freePort, newMasterKey } from '@questp/testing';
import { integrations } from '../../service.js';
import { ChainNode, configOf } from '../../testing/chain-node.fixture.js';
import { anEscrow } from '../../testing/chains.fixture.js';

const adminId = `svcadmin_${'a'.repeat(32)}`;
const client = { ip: '203.0.113.7', userAgent: 'Console/1' };
const GAS_PRICES = [{ denom: 'untrn', price: '0.0053' }];

describe('the chains of the platform', () => {
  let service: TestService<object>;
  let node: ChainNode;
  let second: ChainNode;

  beforeAll(async () => {
    const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1'), EGRESS_NETWORKS: '127.0.0.0/8' };
    service = await startTestService(integrations, { env });
  }, 60_000);
  afterAll(() => service.stop());
  beforeEach(async () => {
    node = await new ChainNode().start();
    second = await new ChainNode().start();
    await service.asOwner().execute(sql`DELETE FROM chain WHERE NOT built_in`);
    await service.asOwner().execute(sql`
      UPDATE chain SET rest_urls = '{}', rpc_urls = '{}', gas_prices = '[]', escrow = NULL, enabled = true,
        public_rest_url = NULL, configured = '{}' WHERE built_in`);
  });
  afterEach(() => Promise.all([node.stop(), second.stop()]));

  const create = (chainId: string, fields: Partial<ChainFields> = {}) =>
    service.call(createChain, {
      ...{ chainId, name: 'Stargaze', bech32Prefix: 'stars', keyAlgorithm: 'secp256k1', coinType: 118 },
      ...{ network: 'mainnet', adminId, client, ...fields },
    });
  const update = (change: Partial<ChainFields>, chainId = 'pion-1', ifMatch?: string[]) =>
    service.call(updateChain, { chainId, ...change, adminId, client, ifMatch });
  const read = (chainId = 'pion-1') => service.call(getAdminChain, { chainId });
  const deployed = (escrow = anEscrow()) => ({
    restUrls: [node.url, second.url],
    rpcUrls: [node.url],
    gasPrices: GAS_PRICES,
    escrow,
  });
  /** The code of the error, and its members. */
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => ['done'],
      ({ code, details: { errors = [] } }: AppError) => [code, ...errors.map(({ pointer }) => pointer)],
    );

  it('start with the built-in chains, which equal those of the tools', async () => {
    const { items } = await service.call(listAdminChains, {});
    const known = items.map(({ chainId, name, family, bech32Prefix, keyAlgorithm, coinType }) => ({
      ...{ chainId, name, family, bech32Prefix, keyAlgorithm, coinType },
    }));
    expect(known).toEqual(TEST_CHAINS);
    expect(new Set(items.map(({ source }) => source))).toEqual(new Set(['built_in']));
    // Reward pools are paid automatically on a testnet unless an operator releases a mainnet.
    expect(items.filter(({ network }) => network === 'testnet').map(({ chainId }) => chainId)).toEqual([
      'pion-1',
      'questp-local-1',
    ]);
    expect(items.every(({ enabled, escrow, restUrls }) => enabled && escrow === null && restUrls.length === 0)).toBe(
      true,
    );
  });

  it('the chains of the platform are added by operators, audited, and published without their nodes', async () => {
    node.chainId = 'stargaze-1';
    const restUrls = [node.url];
    const made = await create('stargaze-1', { restUrls });
    expect(made).toMatchObject({
      ...{ source: 'operator', updatedBy: adminId, restUrls, enabled: true, signIn: false, linking: true },
      ...{ family: 'Cosmos', escrow: null, configured: [] },
    });
    expect(await read('stargaze-1')).toEqual(made);
    expect(await service.events('chain.changed', 'stargaze-1')).toEqual([
      {
        chainId: 'stargaze-1',
        created: true,
        changed: ['name', 'bech32Prefix', 'keyAlgorithm', 'coinType', 'network', 'restUrls'],
        adminId,
        client,
      },
    ]);
    const { items } = await service.call(listChains, {});
    const shown = items.find(({ chainId }) => chainId === 'stargaze-1');
    expect(shown).toMatchObject({ name: 'Stargaze', network: 'mainnet', publicRestUrl: null });
    expect(JSON.stringify(items)).not.toContain(node.url);
    expect(await refusal(create('stargaze-1'))).toEqual(['CHAIN_EXISTS']);
  });

  it('the chains of the platform are limited to the maximum, also when the last ones are added concurrently', async () => {
    const free = MAX_CHAINS - TEST_CHAINS.length;
    await service.asOwner().execute(sql`
      INSERT INTO chain (chain_id, name, bech32_prefix, key_algorithm, coin_type, network)
      SELECT 'filler-' || n, 'Filler', 'fill', 'secp256k1', 118, 'testnet' FROM generate_series(3, ${free}) AS n`);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => refusal(create(`late-${n}`))));
    expect(answers.map(([code]) => code).toSorted()).toEqual(['TOO_MANY', 'TOO_MANY', 'done', 'done']);
  });

  it('change only at the version of If-Match, and emit one event for each change', async () => {
    const before = await read();
    const version = versionOf(new Date(before.updatedAt));
    const changed = await update({ enabled: false }, 'pion-1', [version]);
    expect(changed).toMatchObject({ enabled: false, updatedBy: adminId });
    expect(await refusal(update({ enabled: true }, 'pion-1', [version]))).toEqual(['PRECONDITION_FAILED']);
    expect(await update({ enabled: false })).toEqual(changed);
    const events = (await service.events('chain.changed', 'pion-1')).slice(-1);
    expect(events).toEqual([{ chainId: 'pion-1', created: false, changed: ['enabled'], adminId, client }]);
    expect(await refusal(update({ enabled: true }, 'moon-1'))).toEqual(['NOT_FOUND']);
  });

  it('store an escrow deployment that every node confirms', async () => {
    expect((await update(deployed())).escrow).toEqual(anEscrow());
    expect(node.asked.filter((path) => path.includes('/smart/'))).toHaveLength(1);
    expect(second.asked.filter((path) => path.includes('/smart/'))).toHaveLength(1);
    const { items } = await service.call(listChains, {});
    expect(items.find(({ chainId }) => chainId === 'pion-1')?.escrow).toEqual(anEscrow());
    expect((await update({ escrow: null })).escrow).toBeNull();
  });

  it('the chains of the platform keep the fee limit of a coin when its price changes, until another limit is set', async () => {
    await update({ ...deployed(), gasPrices: [{ denom: 'untrn', price: '0.005' }] });
    const priced = async (price: string, dailyFees?: string) =>
      (await update({ gasPrices: [{ denom: 'untrn', price, ...(dailyFees !== undefined && { dailyFees }) }] }))
        .gasPrices;
    expect(await priced('0.005')).toEqual([{ denom: 'untrn', price: '0.005' }]);
    expect(await priced('5')).toEqual([{ denom: 'untrn', price: '5', dailyFees: '25000000' }]);
    expect(await priced('5')).toEqual([{ denom: 'untrn', price: '5', dailyFees: '25000000' }]);
    expect(await priced('5', '7')).toEqual([{ denom: 'untrn', price: '5', dailyFees: '7' }]);
    expect(await priced('50')).toEqual([{ denom: 'untrn', price: '50', dailyFees: '7' }]);
  });

  it.each<[string, string[], () => void]>([
    ['is of another chain', ['/restUrls/1'], () => (second.chainId = 'neutron-1')],
    ['lags behind the others', ['/restUrls/1'], () => (second.height = 969)],
    ['runs a wasmd that is too old', ['/restUrls/0'], () => (node.wasmd = 'v0.61.5')],
    ['reports no wasmd', ['/restUrls/0'], () => (node.wasmd = null)],
    ['knows no factory', ['/escrow/factory'], () => (second.config = null)],
    ['has another ticket signer', ['/escrow/ticketSigner'], () => (node.config = configOf({ ticket_signer: 'AAAA' }))],
    ['has another escrow code', ['/escrow/codeId'], () => (node.config = configOf({ escrow_code_id: 1 }))],
    ['has an escrow admin', ['/escrow/admin'], () => (node.config = configOf({ escrow_admin: 'neutron1x' }))],
    ['allows a lower fee', ['/escrow/feeBps'], () => (node.config = configOf({ max_fee_bps: 249 }))],
    ['has another version', ['/escrow/contractVersion'], () => (node.version = '0.2.0')],
    ['has another Wasm', ['/escrow/checksum'], () => (node.checksum = 'd'.repeat(64))],
    [
      'differs in several members',
      ['/escrow/codeId', '/escrow/checksum'],
      () => {
        node.config = configOf({ escrow_code_id: 1 });
        second.checksum = 'd'.repeat(64);
      },
    ],
  ])('are refused with the pointers of the fields when a node %s', async (_, pointers, change) => {
    change();
    expect(await refusal(update(deployed()))).toEqual(['VALIDATION_FAILED', ...pointers]);
    expect((await read()).escrow).toBeNull();
  });

  it('accept nodes whose heights differ by a few blocks', async () => {
    second.height = 1_030;
    expect(await refusal(update(deployed()))).toEqual(['done']);
  });

  it('the chains of the platform require a node and a gas price for an escrow deployment', async () => {
    expect(await refusal(update({ escrow: anEscrow() }))).toEqual(['VALIDATION_FAILED', '/restUrls', '/gasPrices']);
    expect(node.asked).toEqual([]);
  });

  it.each<[string, () => void]>([
    ['closes the connection', () => (node.down = 'closed')],
    ['fails', () => (node.down = 502)],
    ['answers something else', () => (node.down = 200)],
    ['has not caught up', () => (node.catchingUp = true)],
    ['fails with a contract', () => (node.config = { data: 'nothing' })],
  ])('cannot be changed but can be disabled when a node %s', async (_, change) => {
    change();
    expect(await refusal(update(deployed()))).toEqual(['CHAIN_CHECK_UNAVAILABLE']);
    expect(await update({ enabled: false })).toMatchObject({ enabled: false, escrow: null, restUrls: [] });
  });

  it('the chains of the platform are checked again when they are enabled', async () => {
    await update(deployed());
    await update({ enabled: false });
    second.height = 1;
    expect(await refusal(update({ enabled: true }))).toEqual(['VALIDATION_FAILED', '/restUrls/1']);
    second.height = 1_000;
    expect(await update({ enabled: true })).toMatchObject({ enabled: true });
  });

  it('the chains of the platform refuse a node at an address that is not public', async () => {
    for (const url of ['http://192.0.2.1', 'https://10.0.0.1', 'http://169.254.169.254/latest']) {
      expect(await refusal(update({ restUrls: [url] }))).toEqual(['VALIDATION_FAILED', '/restUrls/0']);
    }
    const closed = `http://127.0.0.1:${await freePort()}`;
    await expect(update({ publicRestUrl: closed })).rejects.toMatchObject({
      code: 'CHAIN_CHECK_UNAVAILABLE',
      details: { detail: 'The node in /publicRestUrl does not answer.' },
    });
  });

  it.each([
    ['a slash at the end', 'https://rest.example.org/'],
    ['credentials', 'https://user:password@rest.example.org'],
    ['a query', 'https://rest.example.org?key=1'],
    ['a fragment', 'https://rest.example.org#part'],
    ['a line break', 'https://rest.example.org\n'],
    ['no host', 'https://'],
    ['another scheme', 'ftp://rest.example.org'],
    ['no scheme', 'rest.example.org'],
  ])('the chains of the platform refuse the address of a node with %s, before any node is asked', async (_, url) => {
    expect(await refusal(update({ restUrls: [node.url, url] }))).toEqual(['VALIDATION_FAILED', '/restUrls/1']);
    expect(node.asked).toEqual([]);
  });

  it('the chains of the platform keep the members that the configuration sets', async () => {
    await service
      .asOwner()
      .execute(sql`UPDATE chain SET configured = '{enabled,sign_in,signIn}' WHERE chain_id = 'pion-1'`);
    expect(await read()).toMatchObject({ source: 'configuration' });
    expect(await refusal(update({ enabled: false }))).toEqual(['CHAIN_MEMBER_CONFIGURED']);
    expect(await update({ enabled: true, linking: false })).toMatchObject({ linking: false });
    await update({ linking: true });
  });

  it('the chains of the platform can be changed only by super admins who signed in within the last 10 minutes', async () => {
    const by = (operation: string, signedInAt: Date): Caller => ({
      operation,
      principal: {
        ...{ family: 'admin', adminId, sessionId: randomUUID(), role: 'super_admin' },
        ...{ signedInAt: signedInAt.toISOString(), mustChangePassword: false, mustEnableTwoFactor: false },
      },
    });
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const change = (seconds: number) =>
      service.call(
        updateChain,
        { chainId: 'pion-1', name: `Name ${seconds}`, ...deployed(), adminId },
        by('adminUpdateChain', ago(seconds)),
      );
    expect(await refusal(change(601))).toEqual(['RECENT_SIGN_IN_REQUIRED']);
    const added = service.call(
      createChain,
      {
        ...{ chainId: 'late-1', name: 'Late', bech32Prefix: 'late', keyAlgorithm: 'secp256k1', coinType: 118, adminId },
        ...{ network: 'testnet', restUrls: [node.url] },
      },
      by('adminCreateChain', ago(601)),
    );
    expect(await refusal(added)).toEqual(['RECENT_SIGN_IN_REQUIRED']);
    expect(node.asked).toEqual([]);
    expect(await change(590)).toMatchObject({ name: 'Name 590' });
    await update({ name: 'Neutron Testnet' });
  });

  it('the chains of the platform refuse a change if another change came during the check of the nodes', async () => {
    node.first = () => update({ linking: false });
    expect(await refusal(update(deployed()))).toEqual(['PRECONDITION_FAILED']);
    expect(await read()).toMatchObject({ linking: false, escrow: null });
    await update({ linking: true });
  });
});
