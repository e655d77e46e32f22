import { defineFamily } from '../family/define-family.js';
import { CodeHindrances } from './code-hindrances.js';
import { EnterCode } from './enter-code.js';
import { LimitWrongCodes } from './limit-wrong-codes.js';
import { SecretCodeHandlers } from './secret-code.handlers.js';
import { secretCodeTaskTypes } from './secret-code.task-types.js';
import { WrongCodesRepository } from './wrong-codes.repository.js';

export const secretCode = defineFamily({
  types: secretCodeTaskTypes,
  controllers: [SecretCodeHandlers],
  providers: [EnterCode, LimitWrongCodes, WrongCodesRepository],
  hindrances: [CodeHindrances],
});
