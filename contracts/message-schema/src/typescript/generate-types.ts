import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pascalCase } from '../model/definition.js';
import { HOOK_DEFINITION, rootSchemas } from '../model/json-schema.js';
import { CONTRACTS, type Schemas } from '../model/modules.js';
import { adaptClient } from './adapt-client.js';
import { loadTsCodegen } from './ts-codegen.js';

/** Types of every message and a client class per contract, made by @cosmwasm/ts-codegen, by file name. */
export async function generateTypes({ contracts, ticket }: Schemas): Promise<Map<string, string>> {
  const { TSBuilder } = await loadTsCodegen();
  const folder = await mkdtemp(join(tmpdir(), 'message-schema-'));
  try {
    const sources = CONTRACTS.map((contract) => {
      // Types are made of messages only, so the hook's stands in for the message that no contract here has.
      const hook = rootSchemas(contracts[contract]).find(({ title }) => title === HOOK_DEFINITION);
      return { name: pascalCase(contract), schema: { ...contracts[contract], sudo: hook } };
    });
    const ticketSource = { name: 'Ticket', schema: { idl_version: '1.0.0', instantiate: ticket } };
    for (const { name, schema } of [...sources, ticketSource]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'schema.json'), JSON.stringify(schema));
    }
    const outPath = join(folder, 'out');
    const builder = new TSBuilder({
      contracts: [...sources, ticketSource].map(({ name }) => ({ name, dir: join(folder, name) })),
      outPath,
      options: { bundle: { enabled: false }, types: { enabled: true }, client: { enabled: true } },
    });
    await builder.build();
    const files = new Map<string, string>();
    for (const { name } of [...sources, ticketSource]) {
      files.set(`${name}.types.ts`, `${await readFile(join(outPath, `${name}.types.ts`), 'utf8')}\n`);
    }
    for (const { name } of sources) {
      const client = `${name}.client.ts`;
      files.set(client, adaptClient(await readFile(join(outPath, client), 'utf8')));
    }
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
