import { type Coin, referenceContract, startChain, testAccount, type TestChain } from '@questp/chain';
import { contractWasm } from '@questp/contract-build';
import { type StoredCode, type StoredContracts } from '../scenario/backend.js';
import { ChainBackend, DENOM, faucetName, freezableDenom, STRAY_DENOM } from './chain-backend.js';
import { type Cosmjs, FEE, Signer } from './signer.js';

const DEPLOYER = 'deployer';
const PLENTY = '1000000000000';
/** Of a story's own denomination, with room for gifts that no contract can name. */
const MORE_THAN_128_BITS = `${2n ** 130n}`;

export interface OpenChain {
  chain: TestChain;
  /** cw20-base, stored. */
  token: StoredCode;
  store(wasm: Uint8Array): Promise<StoredCode>;
  /** The view of one of the stories given at the start. */
  backend(story: string, contracts: StoredContracts): Promise<ChainBackend>;
}

/** Stores the factory and the escrow, as built from the sources. */
export async function storeContracts(open: OpenChain): Promise<StoredContracts> {
  const factory = await open.store(await contractWasm('factory'));
  const escrow = await open.store(await contractWasm('escrow'));
  return { factoryCodeId: factory.codeId, escrowCodeId: escrow.codeId, escrowChecksum: escrow.checksum };
}

/** Starts a real chain with coins for the stories, and stores cw20-base. */
export async function openChain(cosmjs: Cosmjs, stories: readonly string[]): Promise<OpenChain> {
  const hold = (name: string, denoms: string[], ...own: Coin[]) => ({
    address: testAccount(name).address,
    coins: [...denoms.map((denom): Coin => ({ denom, amount: PLENTY })), ...own],
  });
  const chain = await startChain({
    accounts: [
      hold(DEPLOYER, [DENOM]),
      ...stories.map((story) => {
        const own = { denom: freezableDenom(story), amount: MORE_THAN_128_BITS };
        return hold(faucetName(story), [DENOM, STRAY_DENOM], own);
      }),
    ],
  });
  try {
    const deployer = await Signer.connect(cosmjs, chain.rpc, DEPLOYER);
    const store = async (wasm: Uint8Array): Promise<StoredCode> => {
      const { codeId, checksum } = await deployer.client.upload(deployer.address, wasm, FEE);
      return { codeId, checksum };
    };
    const token = await store(await referenceContract('cw20_base.wasm'));
    return {
      chain,
      token,
      store,
      backend: (story, contracts) => ChainBackend.open({ cosmjs, chain, story, contracts, token }),
    };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}
