import { checkDeployment } from './check-deployment.js';
import { type Deployment, factoryInstantiation } from './deployment.js';
import { type DeployChain } from './deploy-chain.js';
import { wasmdWarning } from './wasmd-warning.js';

/**
 * Prints what a deployment would send and the gas it would take. Sends nothing.
 *
 * @throws SentenceError when the factory would refuse its configuration.
 */
export async function dryRun(
  chain: DeployChain,
  deployment: Deployment,
  report: (line: string) => void,
): Promise<void> {
  const instantiateGas = checkDeployment(chain, deployment);
  const warning = wasmdWarning(await chain.versions());
  if (warning) report(warning);
  const stored = deployment.forceStore ? [] : await chain.usableCodes();
  const codeIds: Partial<Record<'factory' | 'escrow', number>> = {};
  for (const { name, wasm, checksum } of [deployment.escrow, deployment.factory]) {
    const known = stored.find((code) => code.checksum === checksum);
    codeIds[name] = known?.codeId;
    if (known) report(`${name}: code ${known.codeId} of the chain is this Wasm, it would be used`);
    else
      report(`${name}: would store ${wasm.length} bytes, sha256 ${checksum}: about ${await chain.storeGas(wasm)} gas`);
  }
  const { msg, ...instantiation } = factoryInstantiation(deployment, codeIds.factory ?? 0, codeIds.escrow ?? 0);
  report(
    `factory: would instantiate ${JSON.stringify({ ...instantiation, codeId: codeIds.factory ?? 'the stored one' })} with`,
  );
  report(JSON.stringify({ ...msg, escrow_code_id: codeIds.escrow ?? 'the stored one' }, null, 2));
  report(`  about ${instantiateGas} gas`);
}
