import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { cacheDirectory, findOnPath, SentenceError } from '@questp/local-stack';
import { exitOf, outputOf } from './command.js';

/** The folder of this project. */
export const HERE = resolve(import.meta.dirname, '..');

const REQUIREMENTS = join(HERE, 'python/requirements.txt');
const PACKAGES = ['package.json', 'package-lock.json'].map((name) => join(HERE, 'packages', name));
const BROWSER = ['package.json', 'package-lock.json', 'verify-page.mjs', 'look-at-pages.mjs'].map((name) =>
  join(HERE, 'browser', name),
);
const JARS = join(HERE, 'clients/jars.txt');
const MAVEN_CENTRAL = 'https://repo.maven.apache.org/maven2';

export function requireProgram(program: string, means = program): void {
  if (!findOnPath(program)) throw new SentenceError(`this machine has no ${means}`);
}

/**
 * A folder of the cache, made once for what its pins and the version of its language are. Throws a sentence when what
 * it takes cannot be fetched.
 */
async function kept(name: string, key: readonly string[], make: (draft: string) => Promise<void>): Promise<string> {
  const digest = createHash('sha256').update(key.join('\n')).digest('hex').slice(0, 12);
  const folder = join(cacheDirectory(), `conformance-${name}-${digest}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}.`);
  try {
    await make(draft);
    // Another process may have created it meanwhile.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    const reason = (error as Error).message.trim().split('\n').at(-1)?.slice(0, 300);
    throw new SentenceError(`${name} could not be fetched: ${reason}`, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const text = (file: string) => readFileSync(file, 'utf8');

/** Schemathesis and what a generated client in Python imports: by which environment python3 finds them. */
export async function python(): Promise<{ PYTHONPATH: string }> {
  requireProgram('python3', 'Python 3');
  const version = await outputOf('python3', ['-c', 'import platform, sys; print(sys.version, platform.platform())']);
  const PYTHONPATH = await kept('python', [version, text(REQUIREMENTS)], async (draft) => {
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
    await outputOf('python3', [...pip, '--require-hashes', '--requirement', REQUIREMENTS, '--target', draft]);
  });
  return { PYTHONPATH };
}

/** Linters and generators from npm: the folder that has their node_modules. */
export const packages = (): Promise<string> => npmFolder('packages', PACKAGES);

/** The path of a program that uses pages in Chromium, which is beside it. */
export const browserProgram = async (name: 'verify-page.mjs' | 'look-at-pages.mjs'): Promise<string> =>
  join(await npmFolder('browser', BROWSER), name);

/** Throws a sentence where Chromium cannot be fetched or does not start. */
export async function startChromium(): Promise<void> {
  const { code, output } = await exitOf(process.execPath, [await browserProgram('verify-page.mjs')]);
  if (code !== 0)
    throw new SentenceError(`Chromium does not start: ${output.trim().split('\n').at(-1)?.slice(0, 300)}`);
}

/** A folder with these files and the packages that its package-lock.json pins. */
const npmFolder = (name: string, files: readonly string[]): Promise<string> =>
  kept(name, [process.version, ...files.map(text)], async (draft) => {
    for (const file of files) await copyFile(file, join(draft, basename(file)));
    await outputOf('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: draft });
  });

/** The path of a jar among what clients/jars.txt pins, which are all in one folder. */
export async function jars(): Promise<{ generator: string; all: string }> {
  requireProgram('java', 'Java');
  const pinned = text(JARS)
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/) as [hash: string, coordinates: string]);
  const folder = await kept('jars', [text(JARS)], async (draft) => {
    await Promise.all(pinned.map(([hash, coordinates]) => fetchJar(hash, coordinates, draft)));
  });
  return { generator: join(folder, 'openapi-generator-cli.jar'), all: join(folder, '*') };
}

async function fetchJar(hash: string, coordinates: string, folder: string): Promise<void> {
  const [group = '', name = '', version = ''] = coordinates.split(':');
  const url = `${MAVEN_CENTRAL}/${group.replaceAll('.', '/')}/${name}/${version}/${name}-${version}.jar`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(300_000) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const jar = Buffer.from(await answer.arrayBuffer());
  if (createHash('sha256').update(jar).digest('hex') !== hash) throw new Error(`${url} is not what is pinned`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.jar`), jar);
}
