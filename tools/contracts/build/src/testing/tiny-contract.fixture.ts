import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contractDirectory, schemaFile } from '../contracts.js';
import { copyContractSources } from '../copy-sources.js';

/** Does nothing, and is all a chain asks of a contract. */
export const TINY = `
export { allocate, deallocate, interface_version_8 } from '@questp/std/assembly';
import { Response } from '@questp/std/assembly';
export function instantiate(env: usize, info: usize, message: usize): usize {
  return Response.create('instantiate').finish();
}
`;

const made: string[] = [];

/** A folder with a copy of the contracts' sources; `removeWorkspaces` removes it. */
export async function copiedWorkspace(...parents: string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'contract-build-'));
  made.push(root);
  const workspace = join(root, ...parents);
  await copyContractSources(workspace);
  return workspace;
}

/** Adds the contract `tiny` with this entry file. */
export async function addTiny(workspace: string, source: string): Promise<string> {
  const directory = contractDirectory('tiny', workspace);
  await writeTiny(join(directory, 'assembly/index.ts'), source);
  await writeTiny(schemaFile('tiny', workspace), '{}');
  return directory;
}

export async function removeWorkspaces(): Promise<void> {
  await Promise.all(made.splice(0).map((root) => rm(root, { recursive: true, force: true })));
}

async function writeTiny(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
