import { COMMON_CONFIG, DATABASE_CONFIG, list, loadConfig, port, secretStr, str } from './config.js';

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
      HEALTH_PORT: 9000,
      HOST: '127.0.0.1',
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
      '  DATABASE_URL is not valid (PostgreSQL 15 or later, as the role of this service)',
      '  HEALTH_PORT is missing (Internal port of /health/live, /health/ready and /metrics)',
      '  LOG_LEVEL is not valid (Least severe level that is logged)',
      '  PORT is not valid (a port)',
      '  TOKEN is not valid (a secret)',
    ]);
    expect(message).not.toMatch(/hunter|70000/);
  });

  it.each(['0', '-1', '1.5', 'ten', '1e3', '9999999999'])('takes no %s for a number of connections', (value) => {
    expect(refusal({ ...GOOD, DATABASE_POOL_SIZE: value })).toContain('DATABASE_POOL_SIZE is not valid');
  });

  it('reads lists', () => {
    const spec = { NAMES: list({ default: [] }), EMPTY: list({ default: [] }), ONE: str({ default: 'x' }) };
    expect(loadConfig(spec, { NAMES: ' a, b,,c ' })).toEqual({ NAMES: ['a', 'b', 'c'], EMPTY: [], ONE: 'x' });
  });
});
