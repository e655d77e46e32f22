import type { LedgerEntry } from '@questp/messages';
import { Amount, Id, OneOf, Text, Time } from '../edge/fields/index.js';
import { PageQuery, pageOf } from '../edge/paging.dto.js';

export class LedgerQuery extends PageQuery {
  @Id({ optional: true })
  campaignId?: string;
}

export class LedgerEntryDto implements LedgerEntry {
  @Id()
  id!: string;

  @Time()
  at!: string;

  @OneOf(['credit', 'reversal'])
  kind!: 'credit' | 'reversal';

  @Amount({ description: 'Negative for a reversal' })
  points!: string;

  @Amount()
  xp!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text()
  questTitle!: string;

  @Id()
  submissionId!: string;

  @Text({ description: '`once`, `YYYY-MM-DD`, or the UTC start of the interval', example: '2026-05-01' })
  periodKey!: string;
}

export const LedgerPageDto = pageOf(LedgerEntryDto);
