import { outcomeOf } from '../../../testing/outcome-of.fixture.js';
import { follow } from './follow.js';

describe('following an account of the photo site', () => {
  it.each([
    ['refuses an earner whose account was not read', null, 'ACTION_NOT_FOUND'],
    ['refuses an earner whose account does not follow it', { accountId: '7', isFollowing: false }, 'ACTION_NOT_FOUND'],
    ['passes an earner whose account follows it', { accountId: '7', isFollowing: true }, 'pass'],
  ])('%s', (_, photositeFollow, expected) => {
    expect(outcomeOf(follow, { handle: 'orbit' }, {}, { photositeFollow })).toBe(expected);
  });
});
