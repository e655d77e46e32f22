import { Injectable } from '@nestjs/common';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { RefereesRepository } from './referees.repository.js';

/** How many invited earners of the campaign count now. */
@Injectable()
export class ReferralsSource implements FactSource<'referrals'> {
  readonly name = 'referrals';

  constructor(private readonly refereesRepository: RefereesRepository) {}

  async gather(
    condition: FactQueries['referrals'],
    { userId, campaignId }: FactContext,
  ): Promise<Gathered<'referrals'>> {
    const { counted } = await this.refereesRepository.count({ userId, campaignId }, condition);
    return { kind: 'fact', value: { counted } };
  }
}
