import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@questp/messages/language';
import type { UploadRequest } from './bucket-requests.js';
import { INCOMING, requireName, type AnnouncedFile, type Storage } from './storage.js';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
/** Prefix of files that are being written. */
const UNFINISHED = '.writing-';
/** Error codes of a directory that is full, read-only, missing or broken. */
const OUTAGES = ['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'ESTALE'];
const RETRY_SECONDS = 10;
/** Content of the write test: one block. */
const TRIAL = Buffer.alloc(4_096);

/** A folder for each file in a directory that every replica sees. Links in it are not followed. */
export class LocalStorage implements Storage {
  /** The write test that is running, so that a directory that hangs is tested once. */
  private trial: Promise<void> | undefined;

  constructor(private readonly directory: string) {}

  requireUsable(): Promise<void> {
    return (this.trial ??= this.tryOut().finally(() => (this.trial = undefined)));
  }

  uploadRequest({ id, uploadKey, contentType }: AnnouncedFile): UploadRequest {
    return {
      uploadUrl: `/v1/files/${id}/content?signature=${uploadKey.toString('base64url')}`,
      headers: { 'content-type': contentType },
    };
  }

  closeUpload(fileId: string): Promise<void> {
    return this.remove(fileId, INCOMING);
  }

  write(fileId: string, name: string, content: Readable): Promise<void> {
    return withOutageError(this.writeWhole(fileId, name, content));
  }

  read(fileId: string, name: string): Promise<Readable | undefined> {
    return withOutageError(this.open(fileId, name));
  }

  async remove(fileId: string, name: string): Promise<void> {
    const folder = this.folderOf(fileId);
    const path = pathIn(folder, name);
    await withOutageError(isFolder(folder).then((found) => (found ? rm(path, { force: true }) : undefined)));
  }

  async removeAll(fileId: string): Promise<void> {
    await withOutageError(rm(this.folderOf(fileId), { recursive: true, force: true }));
  }

  private async tryOut(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const trial = join(this.directory, UNFINISHED + randomUUID());
    try {
      await writeFile(trial, TRIAL, { flag: 'wx', mode: 0o600 });
    } finally {
      await rm(trial, { force: true });
    }
  }

  private async writeWhole(fileId: string, name: string, content: Readable): Promise<void> {
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

  private async open(fileId: string, name: string): Promise<Readable | undefined> {
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

  private folderOf(fileId: string): string {
    return pathIn(this.directory, fileId);
  }
}

function pathIn(folder: string, name: string): string {
  requireName(name);
  return join(folder, name);
}

/** False for a missing entry and for a link. */
const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

async function withOutageError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!OUTAGES.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new AppError('FILE_STORAGE_UNAVAILABLE', { retryAfter: RETRY_SECONDS });
  }
}
