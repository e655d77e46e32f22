import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '@questp/manifest';
import { createTestDatabase, freePort } from '@questp/testing';

const BUNDLE = resolve(import.meta.dirname, '../bundle/main.js');

describe('the program of prepare', () => {
  it('names the service, the command and the connection that failed, without the password', async () => {
    const database = await createTestDatabase({ migrate: ['integrations'] });
    const nobody = `127.0.0.1:${await freePort()}`;
    const run = (MIGRATE_DATABASE_URL: string) => {
      const INTEGRATIONS_DATABASE_URL = database.urlOf('integrations');
      const MIGRATE_NATS_URL = `nats://keeper:secret@${nobody}`;
      const env = { MIGRATE_DATABASE_URL, INTEGRATIONS_DATABASE_URL, MIGRATE_NATS_URL };
      return promisify(execFile)(process.execPath, [...NODE_FLAGS, BUNDLE], { env });
    };
    await expect(run(`postgresql://keeper:secret@${nobody}/questp`)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `prepare integrations migrate cannot start: Connecting to PostgreSQL at ${nobody} as keeper failed: connect ECONNREFUSED ${nobody}\n`,
    });
    await expect(run(database.url)).rejects.toMatchObject({
      code: 1,
      stdout: 'integrations: 0 migrations applied\n',
      // After warnings about the roles of the test server.
      stderr: expect.stringMatching(
        `(^|\n)prepare integrations prepare-broker cannot start: Connecting to NATS at nats://${nobody} as keeper failed: connection refused\n$`,
      ) as string,
    });
    await database.drop();
  });
});
