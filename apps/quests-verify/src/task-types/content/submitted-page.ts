import { Injectable } from '@nestjs/common';
import { readPage } from '@questp/messages/integrations';
import { Bus } from '@questp/service';
import type { FactQueries } from '../../catalog/definition/facts.js';
import { earnerCode } from '../../shared/earner-code.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';

/** The page at the address that the earner hands in, and whether it has the code of the earner. */
@Injectable()
export class SubmittedPage implements FactSource<'submittedPage'> {
  readonly name = 'submittedPage';

  constructor(private readonly bus: Bus) {}

  async gather(
    { url }: FactQueries['submittedPage'],
    { questId, userId }: FactContext,
  ): Promise<Gathered<'submittedPage'>> {
    if (url === null) return { kind: 'fact', value: null };
    const { outcome, status, hasText } = await this.bus.call(readPage, {
      questId,
      url,
      text: earnerCode(questId, userId),
    });
    return { kind: 'fact', value: { outcome, status, hasCode: hasText } };
  }
}
