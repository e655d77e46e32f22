import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Folder, Storage } from './storage.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const FOLDERS: readonly Folder[] = ['incoming', 'confirmed', 'variants'];
/** Beginning of the name of what is being written. */
const UNFINISHED = '.writing-';
const NAME = /^[a-z\d][a-z\d.-]{0,199}$/;

/** Files of a directory that every replica sees. Links in it are not followed. */
export class LocalStorage implements Storage {
  constructor(private readonly directory: string) {}

  /** @throws Error for a directory that cannot be used */
  async open(): Promise<void> {
    for (const folder of FOLDERS) {
      await mkdir(join(this.directory, folder), { recursive: true, mode: 0o700 });
      if (!(await lstat(join(this.directory, folder))).isDirectory()) throw new Error(`${folder} is no directory`);
    }
  }

  async write(folder: Folder, name: string, content: Readable): Promise<void> {
    const path = this.pathOf(folder, name);
    const unfinished = join(this.directory, folder, UNFINISHED + randomUUID());
    try {
      const file = await open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      await pipeline(content, file.createWriteStream({ flush: true }));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async read(folder: Folder, name: string): Promise<Readable | undefined> {
    try {
      const file = await open(this.pathOf(folder, name), O_RDONLY | O_NOFOLLOW);
      return file.createReadStream();
    } catch (error) {
      if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  async remove(folder: Folder, name: string): Promise<void> {
    await rm(this.pathOf(folder, name), { force: true });
  }

  private pathOf(folder: Folder, name: string): string {
    if (!NAME.test(name)) throw new Error('No name of a content');
    return join(this.directory, folder, name);
  }
}
