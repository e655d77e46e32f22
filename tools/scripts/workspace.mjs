import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { begin, isUnfinished } from './unfinished.mjs';

export const root = resolve(import.meta.dirname, '../..');

/**
 * The rows of the manifest that scripts need before anything is compiled.
 * @type {{ name: string, schema: string | null, healthPort: number, port?: number }[]}
 */
export const services = JSON.parse(readFileSync(join(root, 'libs/manifest/services.json'), 'utf8'));

/** No background process or one per plugin, no full screen, no terminals of its own, and colours only for people. */
const NX = {
  NX_DAEMON: 'false',
  NX_ISOLATE_PLUGINS: 'false',
  NX_TUI: 'false',
  NX_NATIVE_COMMAND_RUNNER: 'false',
  ...(process.stdout.isTTY ? {} : { FORCE_COLOR: '0' }),
};

/** Set by Ctrl-C, after which nothing more is started. */
let interrupted = false;

/**
 * Runs a program in the checkout and shows its output. It has its own process group, so that a signal to end stops all of
 * its processes.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, behind?: boolean, onStart?: (pid: number) => void }} [options]
 *   `quiet` shows the output only when the program fails; `behind` lets everything else go first.
 * @returns {Promise<boolean>} Whether it succeeded.
 */
export async function run(command, args, { env = {}, quiet = false, behind = false, onStart } = {}) {
  if (interrupted) return false;
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...NX, ...env },
  });
  const guard = child.pid ? endsWithUs(child.pid) : undefined;
  if (child.pid && behind) letOthersGoFirst(child.pid);
  if (child.pid) onStart?.(child.pid);
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const killGroup = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  };
  const end = (/** @type {NodeJS.Signals} */ signal) => {
    interrupted = true;
    killGroup(signal);
    setTimeout(() => killGroup('SIGKILL'), 5000).unref();
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, end);
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      done(1);
    });
    child.once('close', (exitCode, signal) => done(signal ?? exitCode));
  });
  for (const signal of signals) process.off(signal, end);
  killGroup('SIGKILL');
  guard?.kill();
  if (code !== 0 && quiet) process.stderr.write(Buffer.concat(output));
  return code === 0;
}

/**
 * Starts a process that kills the group when this process ends for any reason: an installer that continued alone would
 * disturb the next one.
 * @param {number} group
 */
function endsWithUs(group) {
  const script = `process.stdin.on('end', () => { try { process.kill(-${group}, 'SIGKILL') } catch {} }).resume()`;
  const guard = spawn(process.execPath, ['-e', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  return guard;
}

/** @param {number} pid */
function letOthersGoFirst(pid) {
  setPriority(pid, 10);
  // Linux shares the processors between sessions first where it groups by them (sched(7), autogroup).
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '10');
  } catch {
    // Not Linux, no such groups, or a container that does not let us.
  }
}

/** @param {string} name */
export const bin = (name) => join(root, 'node_modules/.bin', name);

/** Of TypeScript 7; `.bin/tsc` is that of the older one, whose interface other programs use. */
export const TSC = join(root, 'node_modules/typescript-7/bin/tsc');

/**
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const nx = (args, options) => run(bin('nx'), args, options);

/**
 * Does one step and prints it with its duration.
 * @param {string} title
 * @param {() => Promise<boolean>} work
 * @returns {Promise<boolean>} What `work` gives: whether it succeeded.
 */
export async function step(title, work) {
  const started = performance.now();
  const ok = await work();
  console.log(`  ${ok ? 'ok  ' : 'fail'}  ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return ok;
}

/**
 * Brings node_modules to what package-lock.json says. Does nothing when it is there already.
 * @returns {Promise<boolean>}
 */
export async function install() {
  if (isInstalled() && !isUnfinished(root, 'install')) return true;
  console.log('  Installing the dependencies; the first time this can take a minute or two');
  return await step('Dependencies installed', () =>
    begin(root, 'install', () => run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true })),
  );
}

/**
 * True if npm's list of installed packages equals the lock file and every listed package exists. Optional packages may be
 * missing: they are for other platforms.
 */
function isInstalled() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  /** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Entry */
  const read = (/** @type {string} */ file) =>
    /** @type {Record<string, Entry>} */ (JSON.parse(readFileSync(file, 'utf8')).packages);
  const locked = read(join(root, 'package-lock.json'));
  const installed = read(installedFile);
  return (
    Object.entries(installed).every(
      ([path, { version }]) => locked[path]?.version === version && existsSync(join(root, path, 'package.json')),
    ) &&
    Object.entries(locked).every(
      ([path, entry]) => path === '' || path in installed || entry.optional || entry.devOptional || entry.peer,
    )
  );
}

/**
 * Folders of the projects that have this file, below the root.
 * @param {string} file
 * @returns {string[]}
 */
export const projectsWith = (file) =>
  ['libs', 'contracts', 'apps', 'tools', 'tools/contracts'].flatMap((group) =>
    readdirSync(join(root, group))
      .map((name) => `${group}/${name}`)
      .filter((folder) => existsSync(join(root, folder, file))),
  );

/**
 * The name of the project in a folder, as `npm test -- <project>` takes it.
 * @param {string} folder Below the root.
 * @returns {string}
 */
export const projectName = (folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name.replace('@questp/', '');

/** What compiling and lint need that is not in the repository. */
export const generate = () =>
  step('Generated', () =>
    begin(root, 'generate', (anew) =>
      nx(['run-many', '-t', 'generate', '--output-style=stream', ...(anew ? ['--skip-nx-cache'] : [])], {
        quiet: true,
      }),
    ),
  );
