import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MAX_FILE_BYTES = 64 * 1_024 ** 2;

export interface Published {
  /** A package of the registry, with its version. */
  name: string;
  version: string;
  /** SHA-512 of its archive, from the registry. */
  integrity: string;
  /** In the package. */
  file: string;
}

/** A file of a package that is too large to depend on; kept in the cache that all checkouts of a user share. */
export async function publishedFile({ name, version, integrity, file }: Published): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'questp');
  const kept = join(cache, `${name.replace('/', '-')}-${version}-${basename(file)}`);
  if (existsSync(kept)) return await readFile(kept, 'utf8');
  const directory = await mkdtemp(join(tmpdir(), 'questp-description-'));
  try {
    await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', directory], { timeout: 180_000 });
    const archive = join(directory, (await readdir(directory))[0] ?? '');
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name}@${version} is not what was published`);
    const { stdout } = await run('tar', ['-xzOf', archive, `package/${file}`], { maxBuffer: MAX_FILE_BYTES });
    await mkdir(cache, { recursive: true });
    const draft = `${kept}.${process.pid}`;
    await writeFile(draft, stdout);
    await rename(draft, kept);
    return stdout;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
