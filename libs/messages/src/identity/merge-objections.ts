import { Client, type ClientInfo, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { Text, Time } from '../language/fields/index.js';

class MergeObjectionRequest {
  @Text({
    max: 43,
    form: 'merge_objection_token',
    description: 'Token of the link in the mail',
    example: 'dXNlcgdXNlcgdXNlcgdXNlcgdXNlcgdXNlcgdXNlcg1',
  })
  objectionToken!: string;
}

class ObjectToMergeRequest extends MergeObjectionRequest {
  @Client()
  client?: ClientInfo;
}

/** The objection of the owner of one of the two addresses to a merge. */
export class MergeObjection {
  @Time({ description: 'When the accounts were merged' })
  mergedAt!: Timestamp;

  @Time({ description: 'End of the period in which operators can undo the merge' })
  undoableUntil!: Timestamp;

  @Time({ nullable: true, description: 'When the first objection was made; null: none' })
  objectedAt!: Timestamp | null;
}

const OBJECTION = '/v1/merge-objections/:objectionToken';
const tag = 'users';
const UNDOABLE_MERGE = { mergedAt: '2026-05-01T12:00:00.000Z', undoableUntil: '2026-05-08T12:00:00.000Z' };

export const getMergeObjection = contract({
  subject: 'identity.merge-objections.get',
  request: MergeObjectionRequest,
  reply: MergeObjection,
  errors: ['NOT_FOUND'],
  http: {
    tag,
    id: 'getMergeObjection',
    route: `GET ${OBJECTION}`,
    summary: 'Get the merge that the link of a mail objects to',
    description: 'Used by the page `/merge-objections/<token>` of the earner app, which mails link to.',
    replies: { ...UNDOABLE_MERGE, objectedAt: null },
  },
});

/** NOT_FOUND for an unknown token, MERGE_NOT_UNDOABLE after the undo period. */
export const objectToMerge = contract({
  subject: 'identity.merge-objections.make',
  request: ObjectToMergeRequest,
  reply: MergeObjection,
  errors: ['NOT_FOUND', 'MERGE_NOT_UNDOABLE'],
  http: {
    tag,
    id: 'objectToMerge',
    route: `POST ${OBJECTION}`,
    summary: 'Object to a merge with the link of a mail',
    description: 'Operators are notified and decide whether to undo the merge.',
    again: SAME_AGAIN,
    replies: { ...UNDOABLE_MERGE, objectedAt: '2026-05-02T12:00:00.000Z' },
  },
});
