import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileRow } from '../files.repository.js';
import { INCOMING, requireName, type Storage, type UploadRequest } from './storage.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
/** Beginning of the name of what is being written. */
const UNFINISHED = '.writing-';

/** A folder for each file in a directory that every replica sees. Links in it are not followed. */
export class LocalStorage implements Storage {
  constructor(private readonly directory: string) {}

  async requireUsable(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
  }

  uploadRequest({ id, uploadKey, contentType }: FileRow): UploadRequest {
    return {
      uploadUrl: `/v1/files/${id}/content?signature=${uploadKey.toString('base64url')}`,
      headers: { 'content-type': contentType },
    };
  }

  closeUpload(fileId: string): Promise<void> {
    return this.remove(fileId, INCOMING);
  }

  async write(fileId: string, name: string, content: Readable): Promise<void> {
    const folder = this.folderOf(fileId);
    const path = pathIn(folder, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await isFolder(folder))) throw new Error('No folder of ours');
    const unfinished = join(folder, UNFINISHED + randomUUID());
    try {
      const file = await open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
      await pipeline(content, file.createWriteStream({ flush: true }));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async read(fileId: string, name: string): Promise<Readable | undefined> {
    const folder = this.folderOf(fileId);
    const path = pathIn(folder, name);
    if (!(await isFolder(folder))) return undefined;
    try {
      return (await open(path, O_RDONLY | O_NOFOLLOW)).createReadStream();
    } catch (error) {
      if (['ENOENT', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      throw error;
    }
  }

  async remove(fileId: string, name: string): Promise<void> {
    const folder = this.folderOf(fileId);
    const path = pathIn(folder, name);
    if (await isFolder(folder)) await rm(path, { force: true });
  }

  async removeAll(fileId: string): Promise<void> {
    await rm(this.folderOf(fileId), { recursive: true, force: true });
  }

  private folderOf(fileId: string): string {
    return pathIn(this.directory, fileId);
  }
}

function pathIn(folder: string, name: string): string {
  requireName(name);
  return join(folder, name);
}

/** False for what is not there, and for a link. */
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
