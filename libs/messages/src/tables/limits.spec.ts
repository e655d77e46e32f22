import { ACCESS_TABLE } from './access-table.js';
import { LIMITS, LIMIT_KEYS, RATE_LIMITS } from './limits.js';

/** Limits that all callers share, each with a reason why strangers cannot use it up. */
const SHARED = [
  'emailCodesOfAll',
  'questCodesOfAddress',
  'questCodesOfProject',
  'passwordsOfAccount',
  'secondFactorAttempts',
  'secretCodesOfQuest',
  'invitationsReceived',
];

describe('the limits', () => {
  it('have each a key that no other caller can use up, or say why none is needed', () => {
    const withoutOwn = Object.entries(LIMITS).filter(([, { by }]) => !by.some((key) => LIMIT_KEYS[key].isOwn));
    expect(withoutOwn.map(([name]) => name)).toEqual(SHARED);
    for (const [name, row] of Object.entries(LIMITS))
      expect([name, 'shared' in row]).toEqual([name, SHARED.includes(name)]);
  });

  it('count what anonymous callers ask for by their address', () => {
    for (const { allow, limit } of Object.values(ACCESS_TABLE)) {
      if (allow.anonymous && limit !== undefined) expect(RATE_LIMITS[limit].by).toEqual(['address']);
    }
  });
});
