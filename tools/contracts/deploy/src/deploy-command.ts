import { ContractBuildError, readArtifact } from '@questp/contract-build';
import { SentenceError } from '@questp/local-stack';
import { connect } from './cosmjs-chain.js';
import { deploy } from './deploy.js';
import { type Deployment } from './deployment.js';
import { dryRun } from './dry-run.js';
import { checkMainnetLimits, type FactoryConfig, readFactoryConfig } from './factory-config.js';
import { LOCAL_CONFIG, LOCAL_KEY } from './local-chain.js';
import { type DeployOptions, HELP, readOptions } from './options.js';
import { keyPairOf } from './private-key.js';
import { keyNeeded, readSigningKey, SENDER, TICKET_SIGNER } from './signing-key.js';

async function deployAs(options: DeployOptions): Promise<void> {
  const key = (await readSigningKey(SENDER, options.keyFile, process.env)) ?? (options.isLocal ? LOCAL_KEY : undefined);
  if (!key) throw keyNeeded(SENDER);
  const config = await configOf(options);
  if (!options.isLocal && !options.isTestnet) checkMainnetLimits(config);
  const deployment: Deployment = {
    factory: { name: 'factory', ...(await readArtifact('factory')) },
    escrow: { name: 'escrow', ...(await readArtifact('escrow')) },
    config,
    forceStore: options.forceStore,
    ...(options.factoryAdmin !== undefined && { factoryAdmin: options.factoryAdmin }),
  };
  const chain = await connect({ ...options, privateKey: (await keyPairOf(key)).privateKey });
  // Standard output is for the result alone.
  console.error(`chain ${chain.chainId} at ${options.node}, deployer ${chain.deployer}`);
  if (options.dryRun) return await dryRun(chain, deployment, console.log);
  console.log(JSON.stringify(await deploy(chain, deployment, console.error), null, 2));
}

async function configOf({ config, ticketKeyFile }: DeployOptions): Promise<FactoryConfig> {
  const ticketKey = await readSigningKey(TICKET_SIGNER, ticketKeyFile, process.env);
  const publicKey = ticketKey && (await keyPairOf(ticketKey)).publicKey;
  const ticketSigner = publicKey && Buffer.from(publicKey).toString('base64');
  if (config !== undefined) return await readFactoryConfig(config, ticketSigner);
  return { ...LOCAL_CONFIG, ...(ticketSigner !== undefined && { ticket_signer: ticketSigner }) };
}

/** `npm run deploy`, which is the program of the image `deploy` as well. */
export const service = {
  run: async (): Promise<void> => {
    try {
      const options = readOptions(process.argv.slice(2));
      if (options) await deployAs(options);
      else console.log(HELP);
    } catch (error) {
      if (!(error instanceof SentenceError || error instanceof ContractBuildError)) throw error;
      console.error(error.message);
      process.exitCode = 1;
    }
  },
};
