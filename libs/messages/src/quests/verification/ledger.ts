import type { Timestamp } from '../../language/contract/common.js';
import { contract } from '../../language/contract/contract.js';
import { PageRequest, pageOf } from '../../language/contract/paging.js';
import { Amount, Id, OneOf, Text, Time, UserId, enumeration } from '../../language/fields/index.js';
import { PERIOD_KEY } from '../../shared/period.js';

export const LEDGER_KINDS = enumeration('LedgerKind', ['credit', 'reversal']);
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export class LedgerEntry {
  @Id({ description: 'Id of the ledger entry' })
  id!: string;

  @Time()
  at!: Timestamp;

  @OneOf(LEDGER_KINDS, { description: 'credit: points were added; reversal: they were taken back' })
  kind!: LedgerKind;

  @Amount({ description: 'Negative for a reversal', example: '10' })
  points!: string;

  @Amount({ example: '5', description: 'Experience, as a decimal string' })
  xp!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;

  @Id()
  submissionId!: string;

  @Text(PERIOD_KEY)
  periodKey!: string;

  @Id({ nullable: true, description: 'Id of the account merge that wrote the entry; null: none' })
  mergeId!: string | null;
}

class ListOwnLedgerRequest extends PageRequest {
  @UserId({ from: 'userId' })
  userId!: string;

  @Id({ optional: true, description: 'Only entries of this campaign' })
  campaignId?: string;
}

export const listOwnLedger = contract({
  subject: 'quests.ledger.list-own',
  callers: ['exports'],
  request: ListOwnLedgerRequest,
  reply: pageOf(LedgerEntry),
  http: {
    id: 'listMyLedger',
    route: 'GET /v1/users/me/ledger',
    tag: 'users',
    summary: 'List your credits and reversals, newest first',
  },
});
