import { readPhotositeAccount, readPhotositeFollow } from '@questp/messages/integrations';
import { at, handleOf } from '../../description/account.js';
import { definePlatformFact, FactFailure, unexpected } from '../../description/platform-fact.js';
import { itemOf, RELINK } from './api.js';

const FIELDS = 'username,name,profile_picture_url';

/** The connected account, if the handle is its own: the photo site looks up no other. */
export const account = definePlatformFact({
  contract: readPhotositeAccount,
  as: 'project',
  read: async ({ get }, { handle }) => {
    const answer = await get(`/me?fields=${FIELDS}`);
    if (answer.status !== 200) throw unexpected(answer);
    const found = itemOf(answer.json);
    const username = handleOf(at(found, 'username'));
    if (username === null) throw unexpected(answer);
    if (username.toLowerCase() !== handle.toLowerCase()) {
      throw new FactFailure('not_found', `The project is connected to another account, ${username}.`);
    }
    const picture = at(found, 'profile_picture_url');
    return {
      handle: username,
      accountName: handleOf(at(found, 'name')),
      accountPictureUrl: typeof picture === 'string' && /^https:\/\/\S{1,490}$/.test(picture) ? picture : null,
    };
  },
});

/** Whether the earner follows the connected account. */
export const follow = definePlatformFact({
  contract: readPhotositeFollow,
  as: 'project',
  read: async ({ accountId, get }) => {
    const answer = await get(`/${accountId}?fields=is_user_follow_business`);
    // The account is gone, or its owner has taken the consent back.
    if (answer.status === 400 && at(at(answer.json, 'error'), 'code') === 100) throw new FactFailure('relink', RELINK);
    const isFollowing = at(answer.json, 'is_user_follow_business');
    if (answer.status !== 200 || typeof isFollowing !== 'boolean') throw unexpected(answer);
    return { accountId, isFollowing };
  },
});
