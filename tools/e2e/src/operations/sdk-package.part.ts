import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { e2e } from '../support/one-platform.fixture.js';

const run = promisify(execFile);
const WORKSPACE = fileURLToPath(new URL('../../../..', import.meta.url));
/** Dependencies of the package, as a registry would install them. */
const DEPENDENCIES = ['eventsource-parser', 'openapi-fetch', 'openapi-typescript-helpers'];
/** Its optional peer dependency for sockets. */
const PEERS = [
  ...['socket.io-client', 'socket.io-parser', 'engine.io-client', 'engine.io-parser'],
  ...['@socket.io/component-emitter', 'xmlhttprequest-ssl', 'debug', 'ms'],
];

const PROGRAM = `import { createQuestpClient, ProblemError, unwrap, type components } from '@questp/sdk';
declare const process: { argv: string[] };

const client = createQuestpClient({ baseUrl: process.argv[2] as string });
const { items } = await unwrap(client.GET('/v1/task-types', { params: { query: { category: 'learn' } } }));
const category: components['schemas']['QuestCategory'] | undefined = items[0]?.category;
const refused = await unwrap(client.GET('/v1/users/me')).catch((error: unknown) => error);
// @ts-expect-error: no such path
void (() => client.GET('/v1/nothing'));
console.log(JSON.stringify({ category, code: refused instanceof ProblemError ? refused.code : null }));
`;

const SOCKETS_PROGRAM = `import { connectStudio } from '@questp/sdk/sockets';
declare const process: { argv: string[] };

const studio = connectStudio({ baseUrl: process.argv[2] as string, token: 'svcu_none' });
studio.on('submission.claimed', ({ data }) => data.pointsAwarded + 1);
// @ts-expect-error: the studio namespace has no such event
studio.on('event.parked', () => undefined);
console.log(JSON.stringify({ code: (await studio.ended)?.code }));
`;

const OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

describe('The SDK', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'questp-sdk-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('is packed with its types: a project elsewhere compiles against it and calls the API', async () => {
    const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: join(WORKSPACE, 'libs/sdk'),
    });
    const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
    const names = files.map(({ path }) => path);
    expect(names).toEqual(
      expect.arrayContaining([
        'README.md',
        'package.json',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/commands/check-endpoint.js',
      ]),
    );
    expect(names.filter((name) => /spec|src\/|tsbuildinfo/.test(name))).toEqual([]);

    const installed = join(folder, 'node_modules', '@questp', 'sdk');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '--strip-components', '1', '-C', installed]);
    const install = async (names: string[]) => {
      for (const name of names) {
        const from = join(WORKSPACE, 'node_modules', name);
        await cp(from, join(folder, 'node_modules', name), { recursive: true, dereference: true });
      }
    };
    const runProgram = async (program: string): Promise<unknown> => {
      await writeFile(join(folder, 'main.ts'), program);
      await run(process.execPath, [join(WORKSPACE, 'node_modules/typescript-7/bin/tsc'), '-p', folder]);
      const { stdout } = await run(process.execPath, [join(folder, 'main.js'), e2e.gatewayUrls[0] as string], {
        env: { PATH: process.env['PATH'] },
      });
      return JSON.parse(stdout);
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['main.ts'] }));
    await install(DEPENDENCIES);
    expect(await runProgram(PROGRAM)).toEqual({ category: 'learn', code: 'UNAUTHENTICATED' });
    await install(PEERS);
    expect(await runProgram(SOCKETS_PROGRAM)).toEqual({ code: 'UNAUTHENTICATED' });
  });
});
