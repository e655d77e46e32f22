import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DOCUMENT = fileURLToPath(new URL('../../../docs/reference/openapi.json', import.meta.url));
const MINUTES = 60_000;

/** The executable of an npm package. */
const programOf = (name: string, path: string) =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** Compiles every TypeScript file of the folder in strict mode; a failure shows the output of the compiler. */
async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await node(programOf('typescript-7', 'bin/tsc'), '-p', folder);
}

async function node(program: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [program, ...args]).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} ${args.join(' ')}: ${error.stdout ?? ''}${error.stderr ?? ''}`);
  });
}

describe('the committed OpenAPI document', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'questp-client-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it(
    'makes types with openapi-typescript that compile',
    async () => {
      const types = join(folder, 'schema.ts');
      await node(programOf('openapi-typescript', 'bin/cli.js'), DOCUMENT, '-o', types);
      await writeFile(
        join(folder, 'use.ts'),
        `import type { components } from './schema.js';
type Schemas = components['schemas'];
export const status: Schemas['QuestStatus'] = 'draft';
export const code: Schemas['FieldErrorCode'] = 'LENGTH';
export const limit = (error: Schemas['FieldError']): number | undefined => error.max;
// @ts-expect-error: the set is closed
export const none: Schemas['QuestStatus'] = 'none';
`,
      );
      await compile(folder);
    },
    2 * MINUTES,
  );
});
