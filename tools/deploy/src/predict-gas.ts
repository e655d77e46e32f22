import { Chain } from '@questp/contract-host';
import { type Deployment, factoryInstantiation } from './deploy.js';
import { type DeployChain } from './deploy-chain.js';

/**
 * Gas of instantiating the factory, from the contract host: a chain can simulate it only once it has both codes.
 *
 * @throws Error with the contract's refusal
 */
export function predictInstantiateGas({ chainId, prefix, deployer }: DeployChain, deployment: Deployment): number {
  const host = new Chain({ chainId, prefix });
  const escrow = host.storeCode(deployment.escrow.wasm);
  const factory = host.storeCode(deployment.factory.wasm);
  const { msg, ...options } = factoryInstantiation(deployment, factory.codeId, escrow.codeId);
  const result = host.instantiate(deployer, factory.codeId, msg, options);
  if (!result.ok) throw new Error(result.error);
  return result.gasUsed;
}
