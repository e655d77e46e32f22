import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { outputOf } from './command.js';
import { HERE, jars, packages, python, requireProgram } from './fetched.js';
import type { Part } from './part.js';
import { DOCUMENT, type Target } from './target.js';

interface Generator {
  name: string;
  title: string;
  /** Files of clients/ that use the client, by their names in its folder. */
  files: Record<string, string>;
  prepare: () => Promise<unknown>;
  /** Generates the client in `folder`, compiles it with the file that uses it, and returns the command that runs it. */
  build: (
    folder: string,
    env: NodeJS.ProcessEnv,
  ) => Promise<[program: string, args: string[], env?: NodeJS.ProcessEnv]>;
}

const bin = async (program: string) => join(await packages(), 'node_modules/.bin', program);

/** Compiles the TypeScript of a folder. */
async function compileTypeScript(folder: string): Promise<[string, string[]]> {
  await symlink(join(await packages(), 'node_modules'), join(folder, 'node_modules'));
  await outputOf(await bin('tsc'), ['-p', folder]);
  return [process.execPath, [join(folder, 'out/calls.js')]];
}

/** Generates a client with openapi-generator, without its tests and pages. */
async function generate(generator: string, output: string, properties: Record<string, string>): Promise<void> {
  const { generator: jar } = await jars();
  const { library, ...additional } = properties;
  await outputOf('java', [
    ...['-jar', jar, 'generate', '-i', DOCUMENT, '-g', generator, '-o', output],
    ...(library === undefined ? [] : ['--library', library]),
    ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ...[
      '--additional-properties',
      Object.entries(additional)
        .map((entry) => entry.join('='))
        .join(','),
    ],
  ]);
}

const TYPESCRIPT = { 'tsconfig.json': 'tsconfig.json', 'module.json': 'package.json' };

const GENERATORS: Generator[] = [
  {
    name: 'hey-api',
    title: 'A client in TypeScript by @hey-api/openapi-ts',
    files: { ...TYPESCRIPT, 'hey-api.ts': 'calls.ts', 'hey-api.config.mjs': 'openapi-ts.config.mjs' },
    prepare: packages,
    async build(folder, env) {
      await outputOf(await bin('openapi-ts'), [], { cwd: folder, env });
      return await compileTypeScript(folder);
    },
  },
  {
    name: 'orval',
    title: 'A client in TypeScript by orval',
    files: { ...TYPESCRIPT, 'orval.ts': 'calls.ts', 'orval.config.cjs': 'orval.config.cjs' },
    prepare: packages,
    async build(folder, env) {
      const config = join(folder, 'orval.config.cjs');
      await outputOf(await bin('orval'), ['--config', config], { cwd: folder, env });
      return await compileTypeScript(folder);
    },
  },
  {
    name: 'python',
    title: 'A client in Python by openapi-generator',
    files: { 'calls.py': 'calls.py' },
    prepare: () => Promise.all([python(), jars()]),
    async build(folder) {
      await generate('python', folder, { packageName: 'questp' });
      await outputOf('python3', ['-m', 'compileall', '-q', join(folder, 'questp')]);
      const { PYTHONPATH } = await python();
      return ['python3', [join(folder, 'calls.py')], { PYTHONPATH: [folder, PYTHONPATH].join(delimiter) }];
    },
  },
  {
    name: 'go',
    title: 'A client in Go by openapi-generator',
    files: { 'calls.go': 'main.go', 'go.mod': 'go.mod', 'go.sum': 'go.sum' },
    async prepare() {
      requireProgram('go', 'Go');
      await jars();
    },
    async build(folder) {
      await generate('go', join(folder, 'questp'), {
        packageName: 'questp',
        withGoMod: 'false',
        enumClassPrefix: 'true',
      });
      await outputOf('go', ['build', '-mod=readonly', '-trimpath', '-o', 'calls', '.'], { cwd: folder });
      return [join(folder, 'calls'), []];
    },
  },
  {
    name: 'java',
    title: 'A client in Java by openapi-generator',
    files: { 'Calls.java': 'src/main/java/Calls.java' },
    async prepare() {
      requireProgram('javac', 'Java compiler');
      await jars();
    },
    async build(folder) {
      await generate('java', folder, {
        library: 'native',
        ...{ invokerPackage: 'questp', apiPackage: 'questp.api', modelPackage: 'questp.model' },
        useSingleRequestParameter: 'true',
      });
      const { all } = await jars();
      const sources = join(folder, 'src/main/java');
      const out = join(folder, 'out');
      const how = ['-nowarn', '-proc:none', '-d', out, '-cp', all, '-sourcepath', sources];
      await outputOf('javac', [...how, join(sources, 'Calls.java')]);
      return ['java', ['-cp', [out, all].join(delimiter), 'Calls']];
    },
  },
];

/** Generates and compiles each client, and makes three calls with it, one of them with a token. */
export const CLIENTS: Part[] = GENERATORS.map(({ name, title, files, prepare, build }) => ({
  name,
  title,
  prepare,
  async run(target) {
    const folder = await mkdtemp(join(tmpdir(), 'questp-client-'));
    try {
      const env = environment(target);
      for (const [from, to] of Object.entries(files)) await cp(join(HERE, 'clients', from), join(folder, to));
      const [program, args, more = {}] = await build(folder, env);
      const printed = await outputOf(program, args, { env: { ...env, ...more } });
      const seen: unknown = JSON.parse(printed);
      // In Jest, values from the platform have other prototypes.
      const isRight = isDeepStrictEqual(seen, asJson(target.expected));
      const findings = isRight ? [] : [`it sees ${printed.trim()} instead of ${JSON.stringify(target.expected)}`];
      return { summary: 'generated, compiled, three calls', findings };
    } catch (error) {
      return { summary: 'three calls', findings: [(error as Error).message.slice(0, 4_000)] };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
}));

const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

const environment = ({ url, tokens, project }: Target): NodeJS.ProcessEnv => ({
  API_DOCUMENT: DOCUMENT,
  API_URL: url,
  API_TOKEN: tokens.user,
  PROJECT_ID: project.id,
  PROJECT_SLUG: project.slug,
});
