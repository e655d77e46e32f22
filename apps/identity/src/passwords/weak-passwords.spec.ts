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

  it('are judged in little time, whatever the text', () => {
    weak('warm');
    const before = process.cpuUsage();
    for (const text of ['a1'.repeat(64), 'password'.repeat(16), 'qwertyuiop[]'.repeat(11), '20012001'.repeat(16)])
      weak(text);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  });
});
