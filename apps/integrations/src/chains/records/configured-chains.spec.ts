import { getAdminChain } from '@questp/messages/integrations';
import { Database, sql } from '@questp/postgres';
import { ChainRegistry } from '@questp/service-kit/chains';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import { integrations } from '../../service.js';
import { ChainsRepository } from './chains.repository.js';
import { ConfiguredChains, parseChains } from './configured-chains.js';

const STARGAZE = {
  chainId: 'stargaze-1',
  name: 'Stargaze',
  bech32Prefix: 'stars',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
};

describe('CHAINS', () => {
  let service: TestService<object>;
  beforeAll(async () => {
    service = await startTestService(integrations, { env: { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('dev1') } });
  }, 60_000);
  afterAll(() => service.stop());

  /** Starts the service with this value of CHAINS. */
  const startWith = (input: unknown) =>
    new ConfiguredChains(service.get(Database), service.get(ChainsRepository), service.get(ChainRegistry), {
      CHAINS: JSON.stringify(input),
    }).onModuleInit();
  const read = (chainId: string) => service.call(getAdminChain, { chainId });

  it('sets members of built-in chains and adds chains, which the service uses at once', async () => {
    const restUrls = ['https://rest.example.org', 'http://127.0.0.1:1317'];
    await startWith([{ chainId: 'juno-1', restUrls, signIn: false }, STARGAZE]);
    expect(await read('juno-1')).toMatchObject({
      ...{ restUrls, signIn: false, name: 'Juno', enabled: true, source: 'configuration' },
      configured: ['restUrls', 'signIn'],
    });
    // A chain of which nothing is said is a mainnet, on which nothing is paid automatically.
    expect(await read('stargaze-1')).toMatchObject({ ...STARGAZE, family: 'Cosmos', network: 'mainnet' });
    expect(service.get(ChainRegistry).get('stargaze-1')).toMatchObject({ bech32Prefix: 'stars' });
  });

  it('normalises the case, spaces and invisible characters of pasted addresses', () => {
    const escrow = {
      ...{ factory: 'STARS1FACTORY', codeId: 7, checksum: 'ab'.repeat(32), admin: ' stars1admin\u200b' },
      ...{ contractVersion: '0.1.0', ticketSigner: 'A'.repeat(44), feeBps: 500, released: false },
    };
    const [chain] = parseChains(JSON.stringify([{ ...STARGAZE, escrow }]));
    expect(chain?.escrow).toMatchObject({ factory: 'stars1factory', admin: 'stars1admin' });
  });

  it('changes nothing if it is the same at the next start, also with several replicas', async () => {
    const before = await read('juno-1');
    const { restUrls } = before;
    const entries = [{ chainId: 'juno-1', restUrls, signIn: false }, STARGAZE];
    await Promise.all([startWith(entries), startWith(entries)]);
    expect(await read('juno-1')).toEqual(before);
  });

  it('keeps the members of a removed entry, which operators can then change', async () => {
    const changed = { ...STARGAZE, chainId: 'changed-1' };
    await startWith([STARGAZE, changed, { chainId: 'juno-1', signIn: false }]);
    await service
      .asOwner()
      .execute(sql`UPDATE chain SET updated_by = ${`svcadmin_${'a'.repeat(32)}`} WHERE chain_id = 'changed-1'`);
    await startWith([]);
    expect(await read('juno-1')).toMatchObject({ signIn: false, source: 'built_in', configured: [], enabled: true });
    expect(await read('changed-1')).toMatchObject({ source: 'operator', configured: [], enabled: true });
    // Only CHAINS had enabled it.
    expect(await read('stargaze-1')).toMatchObject({ source: 'operator', configured: [], enabled: false });
    expect(service.get(ChainRegistry).get('stargaze-1')).toMatchObject({ enabled: false });
    await startWith([STARGAZE]);
    expect(await read('stargaze-1')).toMatchObject({ source: 'configuration', enabled: true });
  });

  it('the variable CHAINS is refused if a new chain lacks a required member', async () => {
    const { name: _, ...nameless } = { ...STARGAZE, chainId: 'nameless-1' };
    await expect(startWith([nameless])).rejects.toThrow('the new chain nameless-1 needs name');
  });

  it.each<[string, unknown, RegExp]>([
    ['no array', { chainId: 'a-1' }, /not a JSON array/],
    ['no object', ['juno-1'], /\/0: Must be an object/],
    ['an unknown member', [{ ...STARGAZE, colour: 'pink' }], /\/0\/colour: Unknown field/],
    ['no chain id', [{ name: 'A' }], /\/0\/chainId: Is required/],
    ['a chain twice', [STARGAZE, STARGAZE], /has stargaze-1 twice/],
    ['a member of another type', [{ ...STARGAZE, signIn: 'true' }], /\/0\/signIn: Must be true or false/],
    ['a line break in a line of the signed text', [{ ...STARGAZE, family: 'Cosmos\nNonce: x' }], /\/0\/family/],
    ['an address with credentials', [{ ...STARGAZE, restUrls: ['https://a:b@c.example'] }], /\/0\/restUrls/],
    ['"__proto__"', JSON.parse(`[{"__proto__": ${JSON.stringify(STARGAZE)}}]`), /\/0\/chainId: Is required/],
  ])('is refused with %s', (_, input, problem) => {
    expect(() => parseChains(JSON.stringify(input))).toThrow(problem);
  });

  it('the variable CHAINS is refused when it is not JSON', () => {
    expect(() => parseChains('{')).toThrow('CHAINS is not JSON');
  });
});
