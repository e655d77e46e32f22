import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACTS } from '@questp/messages/contracts';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { createDocument } from './openapi/document.js';
import { errorsMarkdown } from './openapi/error-docs.js';
import { Operations } from './operations/operations.js';

/** Writes the generated documents (`--write`), or fails when a committed one differs. Needs no connections. */
async function main(): Promise<void> {
  const document = createDocument(new Operations(CONTRACTS, ACCESS_TABLE));
  const files: [string, string][] = [
    ['docs/reference/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['docs/reference/errors.md', errorsMarkdown()],
  ];
  const differing: string[] = [];
  for (const [name, content] of files) {
    const path = fileURLToPath(new URL(`../../../${name}`, import.meta.url));
    if (process.argv.includes('--write')) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    } else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
      differing.push(name);
    }
  }
  if (differing.length === 0) return;
  process.stderr.write(`${differing.join(', ')} differ from the code: npx nx run gateway:write-docs\n`);
  process.exitCode = 1;
}

await main();
