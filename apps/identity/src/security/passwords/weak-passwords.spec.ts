import { isWeak } from './weak-passwords.js';

const weak = (password: string) => isWeak(password, ['selene.moon@example.org']);

describe('weak passwords', () => {
  it.each([
    'passwordpassword',
    'Password1234',
    'P@ssw0rd1234',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'qwertyuiop12',
    'letmeinletmein',
    'iloveyou1234',
    '\0'.repeat(12),
    'questpquestp',
    'selene.moon@example.org',
    'selenemoon12',
  ])('are %j and the like', (password) => {
    expect(weak(password)).toBe(true);
  });

  it.each([
    'a new good password',
    'correct horse battery',
    'xK8#mq9Lz2!d',
    'vier Stühle, kein Tisch',
    '月が綺麗ですね月面着陸',
  ])('are not %j and the like', (password) => {
    expect(weak(password)).toBe(false);
  });

  it.each([
    'a1'.repeat(64),
    'p4$$w0rd!1l0v3y0u@dm1n'.repeat(6),
    '4@8({[<369&#!1/|0$5+7%2'.repeat(6),
    '1234567890'.repeat(13),
    '20012001'.repeat(16),
    'qwertyuiop[]'.repeat(11),
  ])('are judged without blocking the event loop: %j', (text) => {
    const judge = () => {
      const before = process.cpuUsage();
      weak(text);
      return process.cpuUsage(before).user / 1000;
    };
    // The minimum of several runs: the machine may be busy, and the first run loads the dictionaries.
    expect(Math.min(...Array.from({ length: 10 }, judge))).toBeLessThan(20);
  });
});
