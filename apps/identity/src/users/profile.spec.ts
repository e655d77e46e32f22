import { isAvatarUrl, isUsername, profileErrors } from './profile.js';

describe('profileErrors', () => {
  it.each(['abc', 'a_1', '___', '0'.repeat(30)])('takes the username %s', (username) => {
    expect(isUsername(username)).toBe(true);
  });

  it.each(['ab', 'a'.repeat(31), 'Alice', 'a-b', 'a b', 'alice\n', 'аlice', 'a\u212a1', ''])(
    'refuses the username %j',
    (username) => {
      expect(profileErrors({ username })).toEqual([expect.objectContaining({ pointer: '/username' })]);
    },
  );

  it.each(['http://example.org/a.png', 'javascript:alert(1)', 'https://user@example.org/', '/a.png', 'https://'])(
    'refuses the avatar %s',
    (avatarUrl) => {
      expect(isAvatarUrl(avatarUrl)).toBe(false);
    },
  );

  it('refuses text that cannot be stored or breaks a line', () => {
    const bad = profileErrors({ displayName: 'a\nb', bio: 'half \ud800 pair' });
    expect(bad.map(({ pointer }) => pointer)).toEqual(['/displayName', '/bio']);
    expect(profileErrors({ bio: 'NUL \0' })).toHaveLength(1);
  });

  it('counts characters, not code units', () => {
    expect(profileErrors({ displayName: '😀'.repeat(50) })).toEqual([]);
    expect(profileErrors({ displayName: '😀'.repeat(51) })).toHaveLength(1);
  });

  it('lets members be removed or left alone', () => {
    expect(profileErrors({ displayName: null, bio: null, avatarUrl: null })).toEqual([]);
    expect(profileErrors({})).toEqual([]);
  });
});
