import { randomBytes } from 'node:crypto';
import { instantiate2Address } from '@questp/escrow-client';
import { SentenceError } from '@questp/local-stack';
import { checkDeployment } from './check-deployment.js';
import { type DeployChain } from './deploy-chain.js';
import { type CodeToStore, type Deployment, factoryInstantiation } from './deployment.js';
import { wasmdWarning } from './wasmd-warning.js';

export interface Deployed {
  chain_id: string;
  factory: string;
  factory_code_id: number;
  factory_checksum: string;
  escrow_code_id: number;
  escrow_checksum: string;
}

/**
 * Checks the configuration, stores both codes, unless the chain has them, and instantiates the factory.
 *
 * @throws SentenceError when the factory would refuse its configuration, before anything is sent; when the chain reports
 *   another checksum than the file has; when it gives the factory another address than Instantiate2 should, because the
 *   factory predicts the addresses of its escrows in the same way.
 */
export async function deploy(
  chain: DeployChain,
  deployment: Deployment,
  report: (line: string) => void,
): Promise<Deployed> {
  checkDeployment(chain, deployment);
  const warning = wasmdWarning(await chain.versions());
  if (warning) report(warning);
  const { factory, escrow } = deployment;
  const stored = deployment.forceStore ? [] : await chain.usableCodes();
  const codeIdOf = async ({ name, wasm, checksum }: CodeToStore): Promise<number> => {
    const known = stored.find((code) => code.checksum === checksum);
    if (known) {
      report(`${name}: code ${known.codeId} of the chain is this Wasm, it is used`);
      return known.codeId;
    }
    const code = await chain.store(wasm);
    if (code.checksum !== checksum) {
      throw new SentenceError(`The chain stored ${name} as ${code.checksum}, but its checksum is ${checksum}.`);
    }
    report(`${name}: stored as code ${code.codeId}`);
    return code.codeId;
  };
  const escrowCodeId = await codeIdOf(escrow);
  const factoryCodeId = await codeIdOf(factory);
  const salt = randomBytes(16);
  const address = await chain.instantiate({ ...factoryInstantiation(deployment, factoryCodeId, escrowCodeId), salt });
  const predicted = instantiate2Address({ checksum: factory.checksum, creator: chain.deployer, salt });
  if (address !== predicted) {
    throw new SentenceError(
      `The chain gave the factory the address ${address}, where Instantiate2 gives ${predicted}: do not use it, its escrows would not be where it expects them.`,
    );
  }
  return {
    chain_id: chain.chainId,
    factory: address,
    factory_code_id: factoryCodeId,
    factory_checksum: factory.checksum,
    escrow_code_id: escrowCodeId,
    escrow_checksum: escrow.checksum,
  };
}
