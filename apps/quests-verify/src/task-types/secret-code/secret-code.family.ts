import { defineFamily } from '../family/define-family.js';
import { CodeBlockers } from './code-blockers.js';
import { EnterCode } from './enter-code.js';
import { LimitWrongCodes } from './limit-wrong-codes.js';
import { secretCodeTaskTypes } from './secret-code.task-types.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

export const secretCode = defineFamily({
  types: secretCodeTaskTypes,
  providers: [EnterCode, LimitWrongCodes, WrongCodesRepository],
  blockers: [CodeBlockers],
  // What counts for 15 minutes is nothing after an hour.
  earnerTables: [
    {
      name: 'code_attempt',
      onDeletion: 'deleted',
      follows: 'quest',
      attempts: { as: 'wrongCodes', count: 'cardinality(wrong_at)' },
      staleWhere: "NOT EXISTS (SELECT FROM unnest(wrong_at) AS at WHERE at > now() - interval '1 hour')",
    },
  ],
});
