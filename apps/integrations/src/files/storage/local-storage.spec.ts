import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LocalStorage } from './local-storage.js';
import { INCOMING } from './storage.js';

describe('a directory of files', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'questp-files-spec-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('A-75 follows no symbolic link: a write replaces a linked file, and a linked folder is refused', async () => {
    const local = new LocalStorage(directory);
    const outside = join(directory, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, INCOMING), 'secret');
    await mkdir(join(directory, 'file'));
    await symlink(join(outside, INCOMING), join(directory, 'file', INCOMING));
    await symlink(outside, join(directory, 'folder'));
    expect(await local.read('file', INCOMING)).toBeUndefined();
    expect(await local.read('folder', INCOMING)).toBeUndefined();
    await expect(local.write('folder', INCOMING, Readable.from(['new']))).rejects.toThrow('No folder of ours');
    await local.remove('folder', INCOMING);
    await local.removeAll('folder');
    await local.write('file', INCOMING, Readable.from(['new']));
    expect(await readFile(join(outside, INCOMING), 'utf8')).toBe('secret');
    expect(String(await buffer((await local.read('file', INCOMING)) as Readable))).toBe('new');
  });
});
