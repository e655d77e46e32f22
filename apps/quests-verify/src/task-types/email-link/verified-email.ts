import { Injectable } from '@nestjs/common';
import { readQuestEmail } from '@questp/messages/identity';
import { Bus } from '@questp/service';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from '../../verification/facts/fact-source.js';

/** An address that the earner has verified, read from identity, which owns the codes. EMAIL_CODE_INVALID */
@Injectable()
export class VerifiedEmail implements FactSource<'verifiedEmail'> {
  readonly name = 'verifiedEmail';
  readonly singleUse = true;

  constructor(private readonly bus: Bus) {}

  async gather(
    { code }: FactQueries['verifiedEmail'],
    { userId, questId }: FactContext,
  ): Promise<Gathered<'verifiedEmail'>> {
    const { address, domain } = await this.bus.call(readQuestEmail, { userId, questId, code });
    return { kind: 'fact', value: address === null || domain === null ? null : { address, domain } };
  }
}
