import { isReserved } from './usernames.js';

describe('reserved usernames', () => {
  it.each([
    'admin',
    'adm1n',
    'a_d_m_i_n',
    'admin_',
    '_admin_2',
    '4dmin',
    'adrnin',
    'admln',
    'root',
    'r00t',
    'support',
    'supp0rt',
    '5upport',
    'moderator',
    'm0derat0r_1',
    'system',
    'sy5tem',
    'questp',
    'que5tp',
    'api',
    'ap1',
    'www',
    'vvvvvv',
    'help_desk',
    'no_reply',
  ])('is %s', (name) => {
    expect(isReserved(name)).toBe(true);
  });

  it.each(['alice', 'luna', 'a_1', '000', '___', 'badminton', 'rootsy', 'robin', 'quester', 'michael', 'teamster'])(
    'is not %s',
    (name) => {
      expect(isReserved(name)).toBe(false);
    },
  );
});
