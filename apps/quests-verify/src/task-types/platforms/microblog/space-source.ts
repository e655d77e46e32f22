import { Injectable } from '@nestjs/common';
import { readMicroblogSpace } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Bus } from '@questp/service';
import type { FactQueries } from '../../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../../verification/facts/fact-source.js';

const SILENT = 'The Space cannot be read at the moment.';

/** What was seen of a Space, or why it cannot be read: a code is judged by the quest's window then. */
@Injectable()
export class SpaceSource implements FactSource<'microblogSpace'> {
  readonly name = 'microblogSpace';

  constructor(private readonly bus: Bus) {}

  async gather(
    { spaceId }: FactQueries['microblogSpace'],
    { projectId }: FactContext,
  ): Promise<Gathered<'microblogSpace'>> {
    try {
      const { value, detail } = await this.bus.call(readMicroblogSpace, { projectId, spaceId });
      return { kind: 'fact', value: value ?? { space: null, reason: detail ?? SILENT } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'fact', value: { space: null, reason: SILENT } };
    }
  }
}
