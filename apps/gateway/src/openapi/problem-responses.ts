import { ERROR_TABLE, FIELD_ERROR_CODES, type ErrorCode } from '@questp/messages';
import { PROBLEM_TYPE, problemType } from '../edge/problem.js';

const text = { type: 'string' };

const ALL_CODES = Object.keys(ERROR_TABLE).sort();

export const PROBLEM_SCHEMAS = {
  Problem: {
    type: 'object',
    description: 'RFC 9457; some codes add members, e.g. `availableAt`',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
    properties: {
      type: { ...text, format: 'uri-reference', example: problemType('QUEST_COOLDOWN') },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: { ...text, description: 'Path of the request' },
      code: { ...text, enum: ALL_CODES },
      requestId: { type: ['string', 'null'] },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } },
      availableAt: { ...text, format: 'date-time', description: 'When the same request can succeed' },
    },
    additionalProperties: true,
  },
  FieldError: {
    type: 'object',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: { ...text, description: 'RFC 6901 pointer into the body, or `?name` of a query parameter' },
      code: { ...text, enum: Object.keys(FIELD_ERROR_CODES).sort() },
      detail: text,
    },
  },
};

const WITH_RETRY_AFTER = new Set([429, 503]);

/** The response of one status with the codes it can carry. */
export function problemResponse(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `${code}: ${ERROR_TABLE[code].title}`).join('\n\n'),
    ...(WITH_RETRY_AFTER.has(status)
      ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
      : {}),
    content: {
      [PROBLEM_TYPE]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', required: ['code'], properties: { code: { ...text, enum: [...codes] } } },
          ],
        },
      },
    },
  };
}
