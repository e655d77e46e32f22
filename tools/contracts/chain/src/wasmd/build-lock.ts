import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does `work` while no other process does it under the same file, which holds the process id and is gone afterwards. A
 * lock whose process has ended is taken over. Should two take it over at once, both work: the work has to bear that.
 * @param onWait is called once if another process has the lock
 */
export async function alone<T>(file: string, work: () => Promise<T>, onWait: () => void = () => undefined): Promise<T> {
  for (let isFirst = true; !(await take(file)); isFirst = false) {
    if (isFirst) onWait();
    await sleep(500);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => NaN));
  // Empty while its owner is about to write, gone when it has just ended.
  if (owner > 0 && !isRunning(owner)) await rm(file, { force: true });
  return false;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
