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

/** The hashes that the next UserSnapshot will contain, for a user who is not yet known from an event. */
export const listMethodHashes = contract({
  subject: 'identity.users.list-method-hashes',
  callers: ['quests-verify'],
  request: ListMethodHashesRequest,
  reply: ListMethodHashesReply,
});
