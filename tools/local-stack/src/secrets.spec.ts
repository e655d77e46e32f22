import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecrets } from './secrets.js';

describe('the secrets of a local platform', () => {
  it('are made once, for their owner alone, with a master key that production refuses', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'questp-secrets-'));
    try {
      const made = readSecrets(directory);
      expect(readSecrets(directory)).toEqual(made);
      expect(made.masterKeys).toMatch(/^dev1:[A-Za-z0-9+/]{43}=$/);
      expect((await stat(join(directory, 'secrets.json'))).mode & 0o777).toBe(0o600);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
