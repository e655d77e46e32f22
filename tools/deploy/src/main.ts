import { ContractBuildError, readArtifact } from '@questp/contract-build';
import { SentenceError } from '@questp/local-stack';
import { connect } from './cosmjs-chain.js';
import { deploy, type Deployment } from './deploy.js';
import { dryRun } from './dry-run.js';
import { readFactoryConfig } from './factory-config.js';
import { LOCAL_CONFIG, LOCAL_KEY } from './local-chain.js';
import { type DeployOptions, HELP, readOptions } from './options.js';
import { KEY_VARIABLE, MNEMONIC_VARIABLE, readSigningKey } from './signing-key.js';

async function run(options: DeployOptions): Promise<void> {
  const key = (await readSigningKey(options.keyFile, process.env)) ?? (options.isLocal ? LOCAL_KEY : undefined);
  if (!key) throw new SentenceError(`A key is needed: --key-file, ${MNEMONIC_VARIABLE} or ${KEY_VARIABLE}.`);
  const deployment: Deployment = {
    factory: { name: 'factory', ...(await readArtifact('factory')) },
    escrow: { name: 'escrow', ...(await readArtifact('escrow')) },
    config: options.config === undefined ? LOCAL_CONFIG : await readFactoryConfig(options.config),
    forceStore: options.forceStore,
    ...(options.factoryAdmin !== undefined && { factoryAdmin: options.factoryAdmin }),
  };
  const chain = await connect({ ...options, key });
  console.log(`chain ${chain.chainId} at ${options.node}, deployer ${chain.deployer}`);
  if (options.dryRun) return await dryRun(chain, deployment, console.log);
  console.log(JSON.stringify(await deploy(chain, deployment, console.log), null, 2));
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) await run(options);
  else console.log(HELP);
} catch (error) {
  if (!(error instanceof SentenceError || error instanceof ContractBuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
