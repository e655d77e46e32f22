import { Chain } from '@questp/contract-host';
import { SentenceError } from '@questp/local-stack';
import { type Deployment, factoryInstantiation } from './deployment.js';
import { type DeployChain } from './deploy-chain.js';

/**
 * Instantiates the factory on the contract host, which checks all of the configuration as the chain will: bounds,
 * addresses with the chain's prefix, the ticket signer's key. A chain can do that only once it has both codes.
 *
 * @returns the gas it takes
 * @throws SentenceError with the contract's refusal
 */
export function checkDeployment({ chainId, prefix, deployer }: DeployChain, deployment: Deployment): number {
  const host = new Chain({ chainId, prefix });
  const escrow = host.storeCode(deployment.escrow.wasm);
  const factory = host.storeCode(deployment.factory.wasm);
  const { msg, ...options } = factoryInstantiation(deployment, factory.codeId, escrow.codeId);
  const result = host.instantiate(deployer, factory.codeId, msg, options);
  if (!result.ok) throw new SentenceError(`The factory would refuse its configuration: ${result.error}.`);
  return result.gasUsed;
}
