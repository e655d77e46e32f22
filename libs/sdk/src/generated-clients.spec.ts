import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
const MINUTES = 60_000;

/** The program of an npm package. */
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

/** Compiles every TypeScript file of the folder, strictly; a failure has what the compiler says. */
async function compile(folder: string): Promise<void> {
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await node(programOf('typescript-7', 'bin/tsc'), '-p', folder);
}

async function node(program: string, ...args: string[]): Promise<void> {
  await command(process.execPath, [program, ...args]);
}

async function command(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  await run(program, args, { maxBuffer: 2 ** 24, ...options }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${program} ${args.join(' ')}: ${error.stdout ?? ''}${error.stderr ?? ''}`);
  });
}

const CACHE = join(homedir(), '.cache', 'questp', 'client-generators');

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

  it(
    'makes a TypeScript client with @hey-api/openapi-ts that compiles',
    async () => {
      const out = join(folder, 'client');
      await node(programOf('@hey-api/openapi-ts', 'bin/run.js'), '-i', DOCUMENT, '-o', out, '-s');
      await writeFile(
        join(folder, 'use.ts'),
        `import { getQuest, type Quest } from './client/index.js';
export const quest = getQuest({ baseUrl: 'http://127.0.0.1', path: { questId: 'q' } });
export const title = ({ title }: Quest): string => title;
`,
      );
      await compile(folder);
    },
    2 * MINUTES,
  );

  // They need their language and a download: `npx nx run sdk:other-clients`.
  if (process.env['OTHER_CLIENTS'] !== 'true') return;

  it(
    'makes a Go client with oapi-codegen that compiles',
    async () => {
      await mkdir(CACHE, { recursive: true });
      const env = { ...process.env, GOBIN: CACHE, GOFLAGS: '-mod=mod' };
      await command('go', ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'], { env });
      const out = join(folder, 'client.go');
      await command(join(CACHE, 'oapi-codegen'), [
        '-generate',
        'types,client',
        '-package',
        'questp',
        '-o',
        out,
        DOCUMENT,
      ]);
      await writeFile(
        join(folder, 'go.mod'),
        'module questp\n\ngo 1.22\n\nrequire github.com/oapi-codegen/runtime v1.8.0\n',
      );
      await command('go', ['mod', 'tidy'], { cwd: folder, env });
      await command('go', ['build', './...'], { cwd: folder, env });
    },
    10 * MINUTES,
  );

  it(
    'makes a Python client with openapi-python-client that compiles',
    async () => {
      const tools = join(CACHE, 'python');
      await command('python3', ['-m', 'venv', tools]);
      await command(join(tools, 'bin', 'pip'), ['install', '--quiet', 'openapi-python-client==0.29.1']);
      const out = join(folder, 'client');
      const generate = ['generate', '--path', DOCUMENT, '--output-path', out, '--meta', 'none', '--fail-on-warning'];
      await writeFile(join(folder, 'config.yml'), 'post_hooks: []\n');
      const generator = join(tools, 'bin', 'openapi-python-client');
      await command(generator, [...generate, '--config', join(folder, 'config.yml')]);
      await command('python3', ['-m', 'compileall', '-q', out]);
      const imports = 'from client import models; from client.api.discover import get_quest';
      await command(join(tools, 'bin', 'python3'), ['-c', imports], { cwd: folder });
    },
    10 * MINUTES,
  );
});
