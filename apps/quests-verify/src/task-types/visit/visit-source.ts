import { Injectable } from '@nestjs/common';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { visitTokenHash } from './visit-token.js';
import { VisitsRepository } from './visits.repository.js';

/** The visit a submitted token stands for. */
@Injectable()
export class VisitSource implements FactSource<'visit'> {
  readonly name = 'visit';

  constructor(private readonly visits: VisitsRepository) {}

  async gather({ visitToken }: FactQueries['visit'], who: FactContext): Promise<Gathered<'visit'>> {
    const visit = (await this.visits.find(who, visitTokenHash(visitToken))) ?? null;
    return { kind: 'fact', value: visit, shown: visit };
  }
}
