import { Injectable } from '@nestjs/common';
import { hashSecret } from '@questp/service';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { VisitsRepository } from './visits.repository.js';

/** The visit of the submitted token. */
@Injectable()
export class VisitSource implements FactSource<'visit'> {
  readonly name = 'visit';

  constructor(private readonly visitsRepository: VisitsRepository) {}

  async gather({ visitToken }: FactQueries['visit'], who: FactContext): Promise<Gathered<'visit'>> {
    return { kind: 'fact', value: (await this.visitsRepository.find(who, hashSecret(visitToken))) ?? null };
  }
}
