import { testAccount } from '@questp/chain';
import { Chain, PINNED_WASMD } from '@questp/contract-host';
import { type DeployChain } from '../deploy-chain.js';

/** The contract host as a chain to deploy to, and what was sent to it. */
export interface HostChain extends DeployChain {
  readonly host: Chain;
  readonly sent: string[];
}

/** @param wasmd - The version of wasmd that the chain reports. */
export function hostChain(wasmd = `v${PINNED_WASMD}`): HostChain {
  const host = new Chain();
  const deployer = testAccount('factory-owner');
  const sent: string[] = [];
  const codes: { codeId: number; checksum: string }[] = [];
  return {
    host,
    sent,
    chainId: host.chainId,
    prefix: 'wasm',
    deployer: deployer.address,
    publicKey: deployer.publicKey,
    usableCodes: () => Promise.resolve([...codes]),
    storeGas: (wasm) => Promise.resolve(wasm.length),
    store(wasm) {
      sent.push('store');
      const code = host.storeCode(wasm);
      codes.push(code);
      return Promise.resolve(code);
    },
    versions: () => Promise.resolve({ wasmd }),
    instantiate({ codeId, msg, ...options }) {
      sent.push('instantiate');
      const result = host.instantiate2(deployer.address, codeId, msg, options);
      if (!result.ok) throw new Error(result.error);
      return Promise.resolve(result.address);
    },
  };
}
