import { Injectable } from '@nestjs/common';
import { earnerCode } from '../../shared/earner-code.js';
import type { FactContext, FactSource, Gathered } from './fact-source.js';

/** The code of the earner in the quest. */
@Injectable()
export class EarnerCodeSource implements FactSource<'earnerCode'> {
  readonly name = 'earnerCode';

  gather(_query: object, { questId, userId }: FactContext): Promise<Gathered<'earnerCode'>> {
    return Promise.resolve({ kind: 'fact', value: earnerCode(questId, userId) });
  }
}
