import { Inject, Injectable } from '@nestjs/common';
import type { Queries } from '@questp/postgres';
import { LOGGER, type Logger } from '@questp/service';
import type { FactValues } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { reportFault } from '../facts/rule-faults.js';
import { decide, type RuleSubject } from './decide.js';

/** Applies the rules of task types. An error of a rule is a defect of the platform, which no earner pays for. */
@Injectable()
export class ApplyRule {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Undefined: the rule failed; the error was counted and operators are alerted. */
  async execute(
    on: Queries,
    subject: RuleSubject,
    inputs: JsonObject,
    values: Partial<FactValues>,
  ): Promise<Outcome | undefined> {
    try {
      return decide(subject, inputs, values);
    } catch (error) {
      await reportFault(on, this.logger, subject.type.id, error);
      return undefined;
    }
  }
}
