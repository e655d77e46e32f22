import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  COMMON_CONFIG,
  DATABASE_CONFIG,
  frontEndUrl,
  list,
  loadConfig,
  origins,
  port,
  secretRsaKey,
  secretStr,
  str,
} from './config.js';

const SPEC = {
  ...COMMON_CONFIG,
  ...DATABASE_CONFIG,
  TOKEN: secretStr({ desc: 'a secret' }),
  PORT: port({ desc: 'a port' }),
};
const GOOD = { HEALTH_PORT: '9000', DATABASE_URL: 'postgres://u:hunter2@db/x', TOKEN: 'hunter2', PORT: '80' };

const refusal = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(SPEC, env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the configuration was taken');
};

describe('loadConfig', () => {
  it('gives typed values and defaults, and nothing else of the environment', () => {
    const config = loadConfig(SPEC, { ...GOOD, PATH: '/bin' });
    expect(config).toEqual({
      NATS_URL: 'nats://127.0.0.1:4222',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      HEALTH_PORT: 9000,
      INTERNAL_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      FAILPOINTS: '',
      CHECK_REPLIES: false,
      DATABASE_URL: GOOD.DATABASE_URL,
      DATABASE_POOL_SIZE: 10,
      TOKEN: 'hunter2',
      PORT: 80,
    });
  });

  it('names every missing and every bad variable at once, and never a value', () => {
    const message = refusal({
      DATABASE_URL: 'hunter2',
      LOG_LEVEL: 'hunter3',
      PORT: '70000',
      DATABASE_POOL_SIZE: '0',
      TOKEN: '',
    });
    expect(message.split('\n').slice(1).sort()).toEqual([
      '  DATABASE_POOL_SIZE is not valid (Connections of this process)',
      '  DATABASE_URL is not valid (postgresql:// of PostgreSQL 15 or later, as the role of this service)',
      '  HEALTH_PORT is missing (Internal port of /health/live, /health/ready and /metrics)',
      '  LOG_LEVEL is not valid (Lowest level that is logged)',
      '  PORT is not valid (a port)',
      '  TOKEN is not valid (a secret)',
    ]);
    expect(message).not.toMatch(/hunter|70000/);
  });

  it.each(['0', '-1', '1.5', 'ten', '1e3', '9999999999'])('takes no %s for a number of connections', (value) => {
    expect(refusal({ ...GOOD, DATABASE_POOL_SIZE: value })).toContain('DATABASE_POOL_SIZE is not valid');
  });

  it.each(['http://me:hunter2@db/x', 'nats://me:hunter2@bus', 'hunter2', 'postgres//hunter2'])(
    'takes no %s for a database',
    (DATABASE_URL) => {
      expect(refusal({ ...GOOD, DATABASE_URL })).toMatch(
        /^Configuration:\n {2}DATABASE_URL is not valid \(postgresql:/,
      );
    },
  );

  it.each(['http://me:hunter2@bus', 'postgres://me:hunter2@db/x', 'nats://me:hunter2@a,nats://b', ''])(
    'takes no %s for a broker',
    (NATS_URL) => {
      const message = refusal({ ...GOOD, NATS_URL });
      expect(message).toMatch(/^Configuration:\n {2}NATS_URL is not valid \(NATS servers/);
      expect(message).not.toContain('hunter2');
    },
  );

  describe('addresses of browsers', () => {
    const spec = { CORS_ORIGINS: origins({ default: [] }), APP_URL: frontEndUrl('APP_URL', 'for a test') };
    const read = (CORS_ORIGINS: string) => loadConfig(spec, { CORS_ORIGINS }).CORS_ORIGINS;

    it.each([
      ['https://app.example.org', 'https://app.example.org'],
      ['https://app.example.org/', 'https://app.example.org'],
      ['HTTPS://App.Example.ORG', 'https://app.example.org'],
      ['https://app.example.org:443', 'https://app.example.org'],
      ['http://app.example.org:80/', 'http://app.example.org'],
      ['http://localhost:5173', 'http://localhost:5173'],
      ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ])('%s is the origin %s, as browsers send it', (given, origin) => {
      expect(read(` ${given},`)).toEqual([origin]);
    });

    it.each([
      '*',
      'null',
      'app.example.org',
      'localhost:5173',
      'https://*.example.org/x',
      'https://app.example.org/path',
      'https://app.example.org/?',
      'https://app.example.org/#',
      'https://me:secret@app.example.org',
      'ftp://app.example.org',
      'file:///',
      'https://ok.example,nonsense',
    ])('%s is refused as an origin', (given) => {
      expect(() => read(given)).toThrow('CORS_ORIGINS is not valid');
    });

    it.each(['javascript:alert(1)', 'localhost:5173', 'https://me:secret@app.example.org'])(
      '%s is refused as the address of an app',
      (APP_URL) => {
        expect(() => loadConfig(spec, { APP_URL })).toThrow(
          'APP_URL is not valid (Address of the earner app, for a test)',
        );
      },
    );
  });

  it('takes an RSA key or none, which is never printed', () => {
    const keys = { KEY: secretRsaKey({ desc: 'a key' }) };
    const pem = (type: 'rsa' | 'ed25519') => {
      const { privateKey } =
        type === 'rsa' ? generateKeyPairSync(type, { modulusLength: 2048 }) : generateKeyPairSync(type);
      return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    };
    const KEY = pem('rsa');
    expect(loadConfig(keys, { KEY })).toEqual({ KEY });
    expect(loadConfig(keys, {})).toEqual({ KEY: '' });
    for (const bad of [pem('ed25519'), 'hunter2']) {
      expect(() => loadConfig(keys, { KEY: bad })).toThrow(/^Configuration:\n {2}KEY is not valid \(a key\)$/);
    }
    expect(keys.KEY.secret).toBe(true);
  });

  describe('secrets in files', () => {
    const { TOKEN: _, ...rest } = GOOD;
    let directory: string;
    const fileOf = (text: string) => {
      const file = join(directory, 'token');
      writeFileSync(file, text);
      return file;
    };

    beforeAll(() => {
      directory = mkdtempSync(join(tmpdir(), 'questp-secrets-'));
    });
    afterAll(() => rmSync(directory, { recursive: true }));

    it.each(['from-a-file', 'from-a-file\n', 'from-a-file\r\n'])('%j in TOKEN_FILE is TOKEN', (text) => {
      expect(loadConfig(SPEC, { ...rest, TOKEN_FILE: fileOf(text) }).TOKEN).toBe('from-a-file');
    });

    it('keeps every other character of the file', () => {
      expect(loadConfig(SPEC, { ...rest, TOKEN_FILE: fileOf(' a\nb \n\n') }).TOKEN).toBe(' a\nb \n');
    });

    it('refuses an empty file where a value is required', () => {
      expect(refusal({ ...rest, TOKEN_FILE: fileOf('\n') })).toContain('TOKEN is not valid');
    });

    it('refuses a value beside a file, and a file that cannot be read', () => {
      expect(refusal({ ...GOOD, TOKEN_FILE: fileOf('other') })).toContain('TOKEN and TOKEN_FILE are both set');
      expect(refusal({ ...rest, TOKEN_FILE: join(directory, 'none') })).toContain('TOKEN_FILE cannot be read');
    });

    it('reads no file for a variable that is not secret, and none without a name', () => {
      const { PORT: __, ...withoutPort } = GOOD;
      expect(refusal({ ...withoutPort, PORT_FILE: fileOf('80') })).toContain('PORT is missing');
      expect(loadConfig(SPEC, { ...GOOD, TOKEN_FILE: '' }).TOKEN).toBe('hunter2');
    });
  });

  it('reads lists', () => {
    const spec = { NAMES: list({ default: [] }), EMPTY: list({ default: [] }), ONE: str({ default: 'x' }) };
    expect(loadConfig(spec, { NAMES: ' a, b,,c ' })).toEqual({ NAMES: ['a', 'b', 'c'], EMPTY: [], ONE: 'x' });
  });
});
