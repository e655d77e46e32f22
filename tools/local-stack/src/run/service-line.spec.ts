import { consoleLine } from './service-line.js';

describe('consoleLine', () => {
  it('shows warnings and errors in short', () => {
    expect(consoleLine('identity', '{"level":40,"msg":"slow"}')).toBe('[identity] warn: slow');
    expect(consoleLine('identity', '{"level":50,"msg":"failed","err":{"message":"no table"}}')).toBe(
      '[identity] error: failed: no table',
    );
    expect(consoleLine('identity', '{"level":50,"msg":"no table","err":{"message":"no table"}}')).toBe(
      '[identity] error: no table',
    );
  });

  it('leaves the rest to the log file', () => {
    expect(consoleLine('identity', '{"level":30,"msg":"ready"}')).toBeUndefined();
    expect(consoleLine('identity', ' ')).toBeUndefined();
  });

  it('shows output that is no log entry unchanged, such as a crash', () => {
    expect(consoleLine('identity', 'TypeError: x is not a function')).toBe('[identity] TypeError: x is not a function');
    expect(consoleLine('identity', '{ broken')).toBe('[identity] { broken');
    expect(consoleLine('identity', '{"no":"level"}')).toBe('[identity] {"no":"level"}');
  });
});
