import { isRecent, parseVersion } from './version.js';

describe('versions of nats-server', () => {
  it('are read from what the program and package managers print', () => {
    expect(parseVersion('nats-server: v2.15.2')).toEqual([2, 15, 2]);
    expect(parseVersion('2.9.10-1+b3')).toEqual([2, 9, 10]);
    expect(parseVersion('nats-server: v2.13.0-RC.1')).toEqual([2, 13, 0]);
    expect(parseVersion('(none)')).toBeUndefined();
  });

  it.each([
    ['2.12.0', true],
    ['2.12.1', true],
    ['2.15.2', true],
    ['3.0.0', true],
    ['2.11.99', false],
    ['2.9.10-1+b3', false],
    ['1.99.0', false],
    ['', false],
  ])('compares by number, not by text: %s is recent enough: %s', (version, recent) => {
    expect(isRecent(version)).toBe(recent);
  });
});
