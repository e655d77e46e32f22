import { Injectable } from '@nestjs/common';
import { readProjectCheck } from '@questp/messages/integrations';
import { iso } from '@questp/postgres';
import { Bus } from '@questp/service';
import type { FactQueries } from '../../catalog/definition/facts.js';
import { countsFrom } from '../../shared/period.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { notRead } from '../../verification/facts/third-party-facts.js';
import { ReadIdentities } from './read-identities.js';

/** The answer of the project's endpoint about the earner. */
@Injectable()
export class ProjectCheckSource implements FactSource<'projectCheck'> {
  readonly name = 'projectCheck';

  constructor(
    private readonly readIdentities: ReadIdentities,
    private readonly bus: Bus,
  ) {}

  async gather(
    { endpoint, ...asked }: FactQueries['projectCheck'],
    { userId, projectId, questId, startsAt, countsUntil, periodKey, attemptId, payer }: FactContext,
  ): Promise<Gathered<'projectCheck'>> {
    const earner = await this.readIdentities.execute(userId, asked);
    if (earner.kind !== 'read') return earner;
    const { value, ...read } = await this.bus.call(readProjectCheck, {
      ...{ attemptId, projectId, questId, userId, endpoint, payer },
      identities: earner.identities,
      startsAt: iso(countsFrom(startsAt, periodKey)),
      endsAt: iso(countsUntil),
    });
    if (value === null) return notRead(read, { contract: readProjectCheck });
    return { kind: 'fact', value: { ...value, subjects: earner.subjects } };
  }
}
