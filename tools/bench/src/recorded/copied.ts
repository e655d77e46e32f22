import type { TestPlatform } from '@questp/testing';
import { startRecorder } from './recorder.js';

const MAX_REQUESTS = 200;

/**
 * The COPY statement of an export, as the service sends it: a second replica is started that reaches the database
 * through a recorder, and exports are requested until that replica runs one.
 *
 * @param begin requests the export, and aborts after its first bytes
 */
export async function copiedBy(
  { database, add }: Pick<TestPlatform, 'database' | 'add'>,
  begin: () => Promise<void>,
): Promise<string> {
  const recorder = await startRecorder(database.url);
  try {
    const replica = await add('exports', { DATABASE_URL: recorder.through(database.urlOf('exports')) });
    try {
      for (let asked = 0; asked < MAX_REQUESTS; asked += 1) {
        await begin();
        const copy = recorder.sent.find(({ text }) => text.startsWith('COPY ('));
        if (copy !== undefined) return copy.text;
      }
      throw new Error('The recorded replica of exports is asked nothing');
    } finally {
      await replica.stop();
    }
  } finally {
    await recorder.close();
  }
}
