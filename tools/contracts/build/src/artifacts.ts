import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from './build-contract.js';
import { ContractBuildError } from './compile.js';
import { contractDirectory, type ContractName } from './contracts.js';
import { readIfThere } from './files.js';

const CHECKSUMS = 'checksums.txt';

/** contracts/artifacts: the committed Wasm of the release and its checksums. */
export const artifactsDirectory = contractDirectory('artifacts');

/** Folders of all releases with their Wasm and checksums, the newest first. */
export const releaseDirectories: readonly string[] = [
  artifactsDirectory,
  ...['2', '1'].map((release) => join(artifactsDirectory, 'earlier', release)),
];

export type Builds = ReadonlyMap<ContractName, Uint8Array>;

export interface Artifact {
  wasm: Uint8Array;
  /** SHA-256 in lowercase hex, as the chain's data_hash; the one in checksums.txt. */
  checksum: string;
}

/**
 * A released contract.
 *
 * @throws ContractBuildError when the file is not the one checksums.txt names.
 */
export async function readArtifact(name: ContractName, directory = artifactsDirectory): Promise<Artifact> {
  const wasm = await readFile(join(directory, `${name}.wasm`));
  const checksum = sha256Hex(wasm);
  const lines = (await readFile(join(directory, CHECKSUMS), 'utf8')).split('\n');
  if (!lines.includes(checksumLine(name, checksum))) {
    throw new ContractBuildError(`${join(directory, CHECKSUMS)} does not name ${name}.wasm with checksum ${checksum}.`);
  }
  return { wasm, checksum };
}

/** Writes the release; checksums.txt is in the format that `sha256sum --check` reads. */
export async function writeArtifacts(builds: Builds, directory = artifactsDirectory): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [file, content] of releaseFiles(builds)) await writeFile(join(directory, file), content);
}

/** The files of the release that are missing or of other bytes than these builds. */
export async function outdatedArtifacts(builds: Builds, directory = artifactsDirectory): Promise<string[]> {
  const outdated: string[] = [];
  for (const [file, content] of releaseFiles(builds)) {
    if (!(await readIfThere(join(directory, file)))?.equals(content)) outdated.push(file);
  }
  return outdated;
}

function releaseFiles(builds: Builds): Map<string, Uint8Array> {
  const lines = [...builds].map(([name, wasm]) => `${checksumLine(name, sha256Hex(wasm))}\n`);
  return new Map<string, Uint8Array>([
    ...[...builds].map(([name, wasm]) => [`${name}.wasm`, wasm] as const),
    [CHECKSUMS, Buffer.from(lines.join(''))],
  ]);
}

const checksumLine = (name: ContractName, checksum: string): string => `${checksum}  ${name}.wasm`;
