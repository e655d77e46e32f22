import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { NODE_FLAGS } from '@questp/manifest';
import { mainOf } from '@questp/testing';

describe('the program of a service', () => {
  const start = (flags: readonly string[]) =>
    promisify(execFile)(process.execPath, [...flags, mainOf('integrations'), 'config'], {
      env: { ...process.env, NODE_OPTIONS: '' },
    });

  it('is not compiled again under the flags of the platform', async () => {
    const { stdout, stderr } = await start(NODE_FLAGS);
    expect(stdout).toContain('NATS_URL');
    expect(stderr).toBe('');
  });

  it('is compiled under other flags, and says so', async () => {
    const { stdout, stderr } = await start(['--no-opt']);
    expect(stdout).toContain('NATS_URL');
    expect(stderr).toContain('main.js compile');
  });
});
