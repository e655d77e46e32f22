import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTRACTS, contractDirectory, SHARED_SOURCES } from './contracts.js';

/**
 * Copies the AssemblyScript and schemas of all contracts into another folder, in which they build the same way (and can
 * be changed without touching the workspace).
 *
 * @param root - A folder that exists; gets contracts/ and node_modules/.
 */
export async function copyContractSources(root: string): Promise<void> {
  await mkdir(join(root, 'node_modules/@questp'), { recursive: true });
  for (const name of [...SHARED_SOURCES, ...CONTRACTS]) {
    const to = contractDirectory(name, root);
    await cp(join(contractDirectory(name), 'assembly'), join(to, 'assembly'), { recursive: true });
    await cp(join(contractDirectory(name), 'package.json'), join(to, 'package.json'));
    await symlink(to, join(root, 'node_modules/@questp', name), 'dir');
  }
  const schemas = 'message-schema/schema';
  await cp(contractDirectory(schemas), contractDirectory(schemas, root), { recursive: true });
}
