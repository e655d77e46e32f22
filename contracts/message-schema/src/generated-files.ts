import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { codecFiles } from './codec/codec-files.js';
import { errorPage } from './errors/error-page.js';
import { codecModules } from './model/modules.js';
import { readErrors, readSchemas } from './schema-files.js';
import { typescriptFiles } from './typescript/typescript-files.js';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Text of every file made from schema/, by its path. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const schemas = readSchemas();
  const errors = readErrors();
  const files = new Map<string, string>();
  for (const [name, text] of codecFiles(codecModules(schemas), errors))
    files.set(at(`assembly/generated/${name}`), text);
  for (const [name, text] of await typescriptFiles(schemas, errors)) files.set(at(`src/generated/${name}`), text);
  files.set(at('../../docs/reference/contract-errors.md'), errorPage(errors));
  const style = JSON.parse(readFileSync(at('../../.oxfmtrc.json'), 'utf8')) as FormatConfig;
  for (const [path, text] of files) files.set(path, (await format(path, text, style)).code);
  return files;
}
