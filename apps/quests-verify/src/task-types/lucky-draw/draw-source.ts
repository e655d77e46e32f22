import { Injectable } from '@nestjs/common';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';
import { DrawsRepository } from './draws.repository.js';

/** The draw of the quest, and what it decided about the earner's entry of the period. */
@Injectable()
export class DrawSource implements FactSource<'draw'> {
  readonly name = 'draw';

  constructor(private readonly drawsRepository: DrawsRepository) {}

  async gather(_query: FactQueries['draw'], context: FactContext): Promise<Gathered<'draw'>> {
    return { kind: 'fact', value: (await this.drawsRepository.fact(context, context.periodKey)) ?? null };
  }
}
