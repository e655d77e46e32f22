import { ERROR_TABLE, FIELD_CODE_NAMES, FORM_NAMES, JSON_TYPES, LENGTH_UNITS, type ErrorCode } from '@questp/messages';
import { PROBLEM_TYPE, problemType } from '../http/problem.js';
import type { JsonSchema } from './schemas.js';

const text = { type: 'string' };
const oneOf = (values: readonly string[]) => ({ ...text, enum: [...values].sort() });
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** By their names in the document. */
export const PROBLEM_SCHEMAS = {
  ErrorCode: oneOf(Object.keys(ERROR_TABLE)),
  FieldErrorCode: oneOf(FIELD_CODE_NAMES),
  TextForm: oneOf(FORM_NAMES),
  JsonType: oneOf(JSON_TYPES),
  LengthUnit: oneOf(LENGTH_UNITS),
  Problem: {
    type: 'object',
    description: 'RFC 9457. Members that are not required are left out where they say nothing; none is ever null.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
    properties: {
      type: {
        ...text,
        format: 'uri-reference',
        description: 'Where the code is explained',
        example: problemType('QUEST_COOLDOWN'),
      },
      title: { ...text, description: 'The same for every problem of this code' },
      status: { type: 'integer', description: 'The HTTP status' },
      detail: { ...text, description: 'A sentence about this occurrence, for people' },
      instance: { ...text, description: 'Path of the request' },
      code: { ...schema('ErrorCode'), description: 'Says what is wrong; never renamed' },
      requestId: { ...text, description: 'The same as in the header x-request-id' },
      errors: {
        type: 'array',
        items: schema('FieldError'),
        maxItems: 50,
        description: 'The bad members, of VALIDATION_FAILED and other 400s',
      },
      availableAt: { ...text, format: 'date-time', description: 'When the same request can succeed' },
      mergeOfferId: {
        ...text,
        format: 'uuid',
        description: 'Of IDENTITY_IN_USE: the offer to merge the account that has it into the own one',
      },
      missingPrerequisites: {
        type: 'array',
        items: schema('MissingQuest'),
        description: 'Of PREREQUISITES_NOT_MET: the quests that come first',
      },
    },
  },
  FieldError: {
    type: 'object',
    description: 'One bad member, with what would be taken in its place',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: {
        ...text,
        description:
          'RFC 6901 pointer into the body, `?name` of a query parameter, or `#row=n` of a CSV file, counted from 1 and ' +
          'with the header',
      },
      code: { ...schema('FieldErrorCode'), description: 'Says what is wrong with the member' },
      detail: { ...text, description: 'A sentence for people, to stand beside the label of the member' },
      type: { ...schema('JsonType'), description: 'Of TYPE: what is taken' },
      min: { type: 'number', description: 'Of LENGTH and RANGE: the least that is taken' },
      max: { type: 'number', description: 'Of LENGTH and RANGE: the most that is taken' },
      unit: { ...schema('LengthUnit'), description: 'Of LENGTH: what `min` and `max` count' },
      form: { ...schema('TextForm'), description: 'Of FORMAT: the name of the form that is asked for' },
      allowed: {
        type: 'array',
        items: text,
        maxItems: 50,
        description: 'Of NOT_ALLOWED and UNKNOWN_OPTION: what is taken, unless it is more than 50 values',
      },
      after: { ...text, format: 'date-time', description: 'Of RANGE: the moment has to be later than this one' },
      because: { ...schema('ErrorCode'), description: 'Of REFUSED: what it alone would be answered with' },
    },
  },
  MissingQuest: {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { ...text, format: 'uuid', description: 'Id of the quest' },
      title: { type: ['string', 'null'], description: 'Its title; null while it is a draft' },
    },
  },
};

const CODES = (Object.keys(ERROR_TABLE) as ErrorCode[]).sort();
const nameOf = (status: number) => `Problem${status}`;
const WITH_RETRY_AFTER = new Set([429, 503]);

const RETRY_AFTER = { description: 'Seconds', required: true, schema: { type: 'integer' } };

/** One for each status, by their names in the document. */
export const problemResponses = (statuses: Iterable<number>): Record<string, JsonSchema> =>
  Object.fromEntries([...new Set(statuses)].sort().map((status) => [nameOf(status), problemResponse(status)]));

function problemResponse(status: number): JsonSchema {
  const codes = CODES.filter((code) => ERROR_TABLE[code].status === status);
  return {
    description: codes.map((code) => `${code}: ${ERROR_TABLE[code].title}`).join('\n\n'),
    ...(WITH_RETRY_AFTER.has(status) && { headers: { 'Retry-After': RETRY_AFTER } }),
    content: { [PROBLEM_TYPE]: { schema: schema('Problem') } },
  };
}

/** The errors of an operation: the shared response of each status, with the codes that the operation has of it. */
export function problemsOf(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) (byStatus[ERROR_TABLE[code].status] ??= []).push(code);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus]) => [
      status,
      { $ref: `#/components/responses/${nameOf(Number(status))}`, description: ofStatus.join(', ') },
    ]),
  );
}
