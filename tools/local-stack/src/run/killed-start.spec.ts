import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor, workspaceRoot } from '@questp/testing';
import { processIdentity } from '../processes/process-identity.js';

describe('a start that was killed', () => {
  /** A checkout with the scripts of this one. */
  let checkout: string;

  const write = (path: string, text: string) => {
    mkdirSync(join(checkout, path, '..'), { recursive: true });
    writeFileSync(join(checkout, path), text);
  };
  const read = (path: string) => readFileSync(join(checkout, path), 'utf8');

  /** Runs a script of modules in tools/scripts/. */
  const script = (text: string): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', text], {
      cwd: join(checkout, 'tools/scripts'),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', PATH: `${join(checkout, 'bin')}:${process.env['PATH']}` },
    });
  async function output(text: string): Promise<string> {
    const child = script(text);
    let printed = '';
    child.stdout?.on('data', (chunk) => (printed += String(chunk)));
    await once(child, 'close');
    return printed;
  }
  const install = `const { install } = await import(process.cwd() + '/workspace.mjs'); console.log(await install());`;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'questp-start-'));
    for (const name of [
      'workspace.mjs',
      'compile.mjs',
      'bundle.mjs',
      'left-out.mjs',
      'programs.mjs',
      'unfinished.mjs',
      'unchanged.mjs',
    ]) {
      cpSync(join(workspaceRoot, 'tools/scripts', name), join(checkout, 'tools/scripts', name));
    }
    cpSync(join(workspaceRoot, 'libs/manifest/services.json'), join(checkout, 'libs/manifest/services.json'));
    for (const group of ['apps', 'contracts', 'tools/contracts']) mkdirSync(join(checkout, group));
  });
  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  it('by SIGKILL leaves none of its programs running', async () => {
    const killed = script(`
      const { run } = await import(process.cwd() + '/workspace.mjs');
      await run('sleep', ['1000'], { onStart: (pid) => console.log(pid) });`);
    const [printed] = (await once(killed.stdout!, 'data')) as [Buffer];
    const pid = Number(String(printed));
    expect(processIdentity(pid)).toBeDefined();
    killed.kill('SIGKILL');
    await waitFor(() => processIdentity(pid) === undefined, { what: 'the end of the program' });
  });

  it('while it installed is installed anew by the next one, whatever npm says is there', async () => {
    // Replaces npm, which may be configured to run no scripts and would finish too early.
    write('bin/npm', '#!/bin/sh\necho x >> begun\ntest -e fast || sleep 1000\n');
    chmodSync(join(checkout, 'bin/npm'), 0o755);
    write('package-lock.json', JSON.stringify({ packages: {} }));
    const killed = script(install);
    await waitFor(() => existsSync(join(checkout, 'begun')), { what: 'the installation' });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));

    write('fast', '');
    expect(await output(install)).toMatch(/ok {4}Dependencies installed[^]*true\n$/);
    expect(read('begun')).toBe('x\nx\n');
  });

  it('while it compiled is compiled anew by the next one, and compiles nothing when nothing changed', async () => {
    symlinkSync(join(workspaceRoot, 'node_modules'), join(checkout, 'node_modules'));
    const options = { composite: true, rootDir: 'src', outDir: 'dist', types: [], skipLibCheck: true };
    write('libs/x/tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
    write('libs/x/package.json', JSON.stringify({ name: '@questp/x' }));
    write('libs/x/src/a.ts', 'export const a = 1;');
    const start = `
      const { compileProjects } = await import(process.cwd() + '/compile.mjs');
      const { unlessUnchanged } = await import(process.cwd() + '/unchanged.mjs');
      console.log((await unlessUnchanged(process.cwd() + '/../..', () => compileProjects(['x']))) !== undefined);`;
    expect(await output(start)).toMatch(/ok {4}Compiled[^]*true\n$/);
    expect(await output(start)).toBe('true\n');
    const whole = read('libs/x/dist/a.js');

    write('libs/x/src/a.ts', 'export const a = 2;');
    expect(await output(start)).toMatch(/ok {4}Compiled[^]*true\n$/);
    expect(read('libs/x/dist/a.js')).toBe(whole.replace('1', '2'));

    // As a compiler leaves a file if it is killed while it writes.
    write('libs/x/dist/a.js', 'export con');
    write('.nx/begun/compile', '');
    expect(await output(start)).toMatch(/ok {4}Compiled[^]*true\n$/);
    expect(read('libs/x/dist/a.js')).toBe(whole.replace('1', '2'));
    expect(await output(start)).toBe('true\n');
  });
});
