import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainDirectory, chainVariables } from './chain-variables.js';
import { LOCAL_CHAIN_ID } from '../processes/local-chain.js';

const OTHER = { chainId: 'pion-1', signIn: true };
const ENTRY = { chainId: LOCAL_CHAIN_ID, rpcUrls: ['http://127.0.0.1:26657'] };
const OWN = { chainId: LOCAL_CHAIN_ID, rpcUrls: ['http://127.0.0.1:1'] };

describe('variables of services for chains', () => {
  let local: string;
  const chainsOf = (chain: { entry: typeof ENTRY } | null, ...given: object[]) => {
    const { CHAINS } = chainVariables(local, chain, given.length > 0 ? { CHAINS: JSON.stringify(given) } : {});
    return CHAINS === undefined ? undefined : (JSON.parse(CHAINS) as object[]);
  };

  beforeEach(() => (local = mkdtempSync(join(tmpdir(), 'questp-local-'))));
  afterEach(() => rmSync(local, { recursive: true, force: true }));

  it('is the local chain beside those of the environment', () => {
    expect(chainsOf({ entry: ENTRY })).toEqual([ENTRY]);
    expect(chainsOf({ entry: ENTRY }, OTHER, OWN)).toEqual([OTHER, ENTRY]);
  });

  it('is the environment where there was no local chain', () => {
    expect(chainsOf(null)).toBeUndefined();
    expect(chainsOf(null, OTHER)).toBeUndefined();
  });

  it('is that the local chain has no nodes when it is not started again', () => {
    mkdirSync(chainDirectory(local));
    expect(chainsOf(null, OTHER)).toEqual([OTHER, expect.objectContaining({ chainId: LOCAL_CHAIN_ID, escrow: null })]);
    expect(chainsOf(null, OWN)).toBeUndefined();
  });

  it('is a sentence for CHAINS that is not JSON', () => {
    expect(() => chainVariables(local, null, { CHAINS: '[' })).toThrow('CHAINS is not JSON.');
  });
});
