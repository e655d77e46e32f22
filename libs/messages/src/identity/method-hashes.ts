import { contract } from '../language/contract/contract.js';
import { UserId } from '../language/fields/index.js';
import { MethodHashes } from '../shared/method-hashes.js';

class ListMethodHashesRequest {
  @UserId()
  userId!: string;
}

class ListMethodHashesReply {
  @MethodHashes()
  methodHashes!: string[];
}

/** The hashes that the next UserSnapshot has, for a user whom no event has made known yet. */
export const listMethodHashes = contract({
  subject: 'identity.users.list-method-hashes',
  callers: ['quests-verify'],
  request: ListMethodHashesRequest,
  reply: ListMethodHashesReply,
});
