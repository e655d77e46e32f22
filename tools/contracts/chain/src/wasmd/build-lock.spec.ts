import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alone } from './build-lock.js';

describe('the lock of a build', () => {
  const directory = mkdtempSync(join(tmpdir(), 'questp-lock-'));
  const file = join(directory, 'lock');
  afterAll(() => rmSync(directory, { recursive: true }));

  it('admits one build at a time, also after a failed one', async () => {
    let working = 0;
    const work = (fails: boolean) => async () => {
      expect(++working).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 20));
      working--;
      if (fails) throw new Error('failed');
    };
    const waits: string[] = [];
    const results = await Promise.allSettled([
      alone(file, work(true), () => waits.push('first')),
      alone(file, work(false), () => waits.push('second')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(waits).toEqual(['second']);
    expect(existsSync(file)).toBe(false);
  });

  it('is taken over from a process that has ended', async () => {
    writeFileSync(file, String(spawnSync(process.execPath, ['--version']).pid));
    await expect(alone(file, () => Promise.resolve('done'))).resolves.toBe('done');
  });
});
