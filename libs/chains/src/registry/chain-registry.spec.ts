import { ChainRegistryError, loadChainRegistry } from './chain-registry.js';

const stargaze = {
  chainId: 'stargaze-1',
  name: 'Stargaze',
  family: 'Cosmos',
  bech32Prefix: 'stars',
  keyAlgorithm: 'secp256k1',
  coinType: 118,
  signIn: false,
};

function problemsOf(extraJson: string): readonly string[] {
  try {
    loadChainRegistry(extraJson);
  } catch (error) {
    if (error instanceof ChainRegistryError) return error.problems;
    throw error;
  }
  return [];
}

describe('chain registry', () => {
  it.each([
    ['cosmoshub-4', 'cosmos', 'secp256k1'],
    ['osmosis-1', 'osmo', 'secp256k1'],
    ['juno-1', 'juno', 'secp256k1'],
    ['neutron-1', 'neutron', 'secp256k1'],
    ['celestia', 'celestia', 'secp256k1'],
    ['injective-1', 'inj', 'eth_secp256k1'],
    ['evmos_9001-2', 'evmos', 'eth_secp256k1'],
    ['questp-local-1', 'wasm', 'secp256k1'],
  ])('knows %s without configuration', (chainId, bech32Prefix, keyAlgorithm) => {
    expect(loadChainRegistry().get(chainId)).toMatchObject({ chainId, bech32Prefix, keyAlgorithm, signIn: true });
  });

  it('knows only chains that a configuration could hold', () => {
    expect(problemsOf(JSON.stringify(loadChainRegistry().list()))).toEqual([]);
  });

  it.each(['', 'COSMOSHUB-4', 'cosmoshub-4 ', 'cosmos:cosmoshub-4', '__proto__', 'constructor'])(
    'does not know %j',
    (chainId) => {
      expect(loadChainRegistry().get(chainId)).toBeUndefined();
    },
  );

  it('adds a configured chain behind the known ones', () => {
    const registry = loadChainRegistry(JSON.stringify([stargaze]));
    expect(registry.get('stargaze-1')).toEqual(stargaze);
    expect(registry.list()).toEqual([...loadChainRegistry().list(), stargaze]);
  });

  it('keeps the REST addresses of a chain in their order; the built-in chains have none', () => {
    const restUrls = ['https://rest.stargaze.example', 'http://127.0.0.1:1317', 'https://node.example/stargaze'];
    const registry = loadChainRegistry(JSON.stringify([{ ...stargaze, restUrls }]));
    expect(registry.get('stargaze-1')?.restUrls).toEqual(restUrls);
    expect(Object.isFrozen(registry.get('stargaze-1')?.restUrls)).toBe(true);
    expect(
      loadChainRegistry()
        .list()
        .filter((chain) => 'restUrls' in chain),
    ).toEqual([]);
  });

  it.each([
    'https://rest.example.org/',
    'https://user:password@rest.example.org',
    'https://rest.example.org?key=1',
    'https://rest.example.org#part',
    'https://rest.example.org\n',
    'https://',
    'ftp://rest.example.org',
    'rest.example.org',
    '',
    7,
    null,
  ])('refuses %j as a REST address', (url) => {
    const restUrls = ['https://rest.example.org', url];
    expect(problemsOf(JSON.stringify([{ ...stargaze, restUrls }]))).toEqual([
      '[0] restUrls must be 1 to 5 http(s) URLs without credentials, query, fragment or a slash at the end',
    ]);
  });

  it('lets a configured chain replace the known one with its id, in that installation only', () => {
    const closed = { ...loadChainRegistry().get('juno-1'), signIn: false };
    const registry = loadChainRegistry(JSON.stringify([closed]));
    expect(registry.get('juno-1')?.signIn).toBe(false);
    expect(registry.list()).toHaveLength(loadChainRegistry().list().length);
    expect(loadChainRegistry().get('juno-1')?.signIn).toBe(true);
  });

  it('cannot be changed after loading', () => {
    const registry = loadChainRegistry(JSON.stringify([stargaze]));
    expect(Object.isFrozen(registry)).toBe(true);
    expect(Object.isFrozen(registry.list())).toBe(true);
    expect(registry.list().every((chain) => Object.isFrozen(chain))).toBe(true);
  });

  it('lists every bad field of every entry in one error', () => {
    const entries = [stargaze, { ...stargaze, name: undefined, coinType: '118', colour: 'pink' }, 'juno-1'];
    expect(problemsOf(JSON.stringify(entries))).toEqual([
      '[1] name is missing, it must be 1 to 64 printable characters',
      '[1] coinType must be an integer from 0 to 2147483647',
      '[1] "colour" is not a known field',
      '[2] must be an object',
    ]);
    expect(() => loadChainRegistry(JSON.stringify(entries))).toThrow(/not valid:\n- \[1\] name is missing/);
  });

  it.each([
    ['chainId', ''],
    ['chainId', 'a'.repeat(51)],
    ['chainId', 'juno-1\nNonce: x'],
    ['name', 'Star\ngaze'],
    ['name', null],
    ['family', 'Cosmos\n'],
    ['bech32Prefix', 'Stars'],
    ['bech32Prefix', ''],
    ['keyAlgorithm', 'ed25519'],
    ['coinType', -1],
    ['coinType', 1.5],
    ['coinType', 2 ** 31],
    ['signIn', 'true'],
    ['signIn', 1],
    ['restUrls', []],
    ['restUrls', 'https://rest.example.org'],
    ['restUrls', null],
    ['restUrls', new Array(6).fill('https://rest.example.org')],
  ])('refuses %s %j', (field, value) => {
    expect(problemsOf(JSON.stringify([{ ...stargaze, [field]: value }]))).toEqual([
      expect.stringMatching(new RegExp(`^\\[0\\] ${field} must be `)),
    ]);
  });

  it('refuses a chain that is configured twice', () => {
    expect(problemsOf(JSON.stringify([stargaze, stargaze]))).toEqual(['[1] chainId stargaze-1 appears twice']);
  });

  it('refuses a "__proto__" member instead of reading fields through it', () => {
    expect(problemsOf(`[{"__proto__": ${JSON.stringify(stargaze)}}]`)).toHaveLength(8);
  });

  it.each(['', '{', '{}', 'null', '"juno-1"'])('refuses %j, which is no array of chains', (json) => {
    expect(problemsOf(json)).toEqual([expect.stringMatching(/^(not JSON: |must be a JSON array)/)]);
  });
});
