import { readFile, rename, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { readArtifact } from '@questp/contract-build';
import { type DeployChain } from '../deploy-chain.js';
import { deploy, type Deployed } from '../deploy.js';
import { type FactoryConfig } from '../factory-config.js';

interface Record {
  config: FactoryConfig;
  deployed: Deployed;
}

/**
 * The deployment of the released contracts with this configuration that `file` records, else a new one, which is then
 * recorded.
 */
export async function deployOnce(
  chain: DeployChain,
  config: FactoryConfig,
  file: string,
  report: (line: string) => void,
): Promise<Deployed> {
  const [factory, escrow] = [await readArtifact('factory'), await readArtifact('escrow')];
  const record = await readRecord(file);
  if (
    record?.deployed.factory_checksum === factory.checksum &&
    record.deployed.escrow_checksum === escrow.checksum &&
    isDeepStrictEqual(record.config, config)
  ) {
    return record.deployed;
  }
  const codes = { factory: { name: 'factory', ...factory }, escrow: { name: 'escrow', ...escrow } } as const;
  const deployed = await deploy(chain, { ...codes, config, forceStore: false }, report);
  await writeFile(`${file}.draft`, JSON.stringify({ config, deployed } satisfies Record, null, 2));
  await rename(`${file}.draft`, file);
  return deployed;
}

async function readRecord(file: string): Promise<Record | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as Record);
}
