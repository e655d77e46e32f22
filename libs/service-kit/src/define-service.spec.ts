import { jest } from '@jest/globals';
import { secretStr, str } from '@questp/service';
import { defineService } from './define-service.js';

const mailer = defineService({
  name: 'notifier',
  config: { GREETING: str({ desc: 'First words', default: 'Hello' }), KEY: secretStr({ desc: 'To the door' }) },
  wings: [],
  commands: { greet: { summary: 'greets everybody', run: (schema) => Promise.resolve(`Hello ${schema}\n`) } },
});
const door = defineService({
  name: 'gateway',
  config: {},
  serve: () => Promise.reject(new Error('the port is taken')),
});

/** What the command line prints, and the code it ends the process with. */
async function run(service: { run(argv: string[]): Promise<void> }, ...argv: string[]) {
  const printed = { out: '', err: '', code: undefined as unknown };
  const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.out += String(text);
    return true;
  });
  const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.err += String(text);
    return true;
  });
  const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
    printed.code ??= code;
    throw new Error('exit');
  });
  await service.run(argv).catch(() => undefined);
  for (const spy of [stdout, stderr, exit]) spy.mockRestore();
  return printed;
}

describe('the command line of a service', () => {
  it('prints every variable it reads, its own and those of every service, with secrets marked', async () => {
    const { out } = await run(mailer, 'config');
    const rows = JSON.parse(out) as { name: string }[];
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['NATS_URL', 'HEALTH_PORT', 'DATABASE_URL', 'GREETING', 'KEY']),
    );
    const row = (wanted: string) => rows.find(({ name }) => name === wanted);
    expect(row('GREETING')).toEqual({
      name: 'GREETING',
      meaning: 'First words',
      default: 'Hello',
      choices: null,
      secret: false,
    });
    expect(row('KEY')).toMatchObject({ default: null, secret: true });
    expect(row('DATABASE_URL')).toMatchObject({ secret: true });
    expect(row('LOG_LEVEL')).toMatchObject({ choices: expect.arrayContaining(['info', 'silent']) as string[] });
  });

  it('knows no variable of a database where the manifest gives no schema', async () => {
    expect((await run(door, 'config')).out).not.toContain('DATABASE');
    expect((await run(door, '--help')).out).not.toContain('migrate');
    expect(await run(door, 'migrate')).toMatchObject({ code: 64 });
  });

  it('lists its commands, also for an unknown command', async () => {
    const { out } = await run(mailer, '--help');
    for (const command of ['migrate', 'replay-events', 'config']) expect(out).toContain(`  ${command}`);
    expect(out).toContain('apps/notifier/bundle/main.js');
    const refused = await run(mailer, 'migrat');
    expect(refused).toMatchObject({ out: '', code: 64 });
    expect(refused.err).toBe(`There is no command migrat.\n\n${out}`);
  });

  it('runs a command of the service alone, and no member that every object has', async () => {
    expect((await run(mailer, '--help')).out).toContain('\n  greet           greets everybody\n');
    expect((await run(mailer, 'greet')).out).toBe('Hello notifier\n');
    expect(await run(door, 'greet')).toMatchObject({ code: 64 });
    expect(await run(mailer, 'constructor')).toMatchObject({ code: 64 });
  });

  it('prints one sentence that names the missing variables, and exits', async () => {
    const { err, code } = await run(mailer);
    expect(err).toMatch(/^notifier cannot start: Configuration:/);
    for (const name of ['HEALTH_PORT', 'DATABASE_URL', 'KEY']) expect(err).toContain(`${name} is missing`);
    expect(code).toBe(1);
  });

  it('is not made for a service that the manifest does not have', () => {
    expect(() => defineService({ name: 'payments', config: {}, wings: [] })).toThrow('no service payments');
  });
});
