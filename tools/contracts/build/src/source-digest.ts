import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { OPTIMISED_FLAGS } from './compile.js';
import { contractDirectory, schemaFile, SHARED_SOURCES, workspaceRoot } from './contracts.js';

const require = createRequire(import.meta.url);

/** Digest (hex) of all that decides the build of a contract: sources, schema, flags and the compiler's version. */
export async function sourceDigest(name: string, root = workspaceRoot): Promise<string> {
  const { version } = require('assemblyscript/package.json') as { version: string };
  const hash = createHash('sha256').update(JSON.stringify([version, OPTIMISED_FLAGS]));
  for (const folder of [...SHARED_SOURCES, name]) {
    const directory = join(contractDirectory(folder, root), 'assembly');
    const files = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
    for (const file of files)
      hash.update(JSON.stringify([folder, file, await readFile(join(directory, file), 'utf8')]));
  }
  return hash.update(await readFile(schemaFile(name, root))).digest('hex');
}
