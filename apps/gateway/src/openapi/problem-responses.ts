import {
  ERROR_TABLE,
  FIELD_CODE_NAMES,
  FORM_NAMES,
  JSON_TYPES,
  LENGTH_UNITS,
  type ErrorCode,
} from '@questp/messages/language';
import { PROBLEM_TYPE, problemType } from '../http/problem.js';
import type { JsonSchema } from './schemas.js';

const text = { type: 'string' };
const oneOf = (values: readonly string[]) => ({ ...text, enum: [...values].sort() });
const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas by name in the document. */
export const PROBLEM_SCHEMAS = {
  ErrorCode: oneOf(Object.keys(ERROR_TABLE)),
  FieldErrorCode: oneOf(FIELD_CODE_NAMES),
  TextForm: oneOf(FORM_NAMES),
  JsonType: oneOf(JSON_TYPES),
  LengthUnit: oneOf(LENGTH_UNITS),
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). Members that are not required may be missing; none is null.',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
    properties: {
      type: {
        ...text,
        format: 'uri-reference',
        description: 'URL of the explanation of the code',
        example: problemType('QUEST_COOLDOWN'),
      },
      title: { ...text, description: 'Title of the code' },
      status: { type: 'integer', description: 'The HTTP status' },
      detail: { ...text, description: 'Explanation of this occurrence' },
      instance: { ...text, description: 'Path of the request' },
      code: { ...schema('ErrorCode'), description: 'Stable error code' },
      requestId: { ...text, description: 'Same as the header x-request-id' },
      errors: {
        type: 'array',
        items: schema('FieldError'),
        maxItems: 50,
        description: 'Invalid members, for VALIDATION_FAILED and other 400 codes',
      },
      availableAt: { ...text, format: 'date-time', description: 'When the same request can succeed' },
      mergeOfferId: {
        ...text,
        format: 'uuid',
        description: 'For IDENTITY_IN_USE: offer to merge the other account into yours',
      },
      missingAccount: {
        ...schema('LinkedAccountProvider'),
        description: 'For NOT_LINKED and ACCOUNT_RELINK_NEEDED of an attempt: the platform of the account',
      },
      missingPrerequisites: {
        type: 'array',
        items: schema('MissingQuest'),
        description: 'For PREREQUISITES_NOT_MET: the missing quests',
      },
    },
  },
  FieldError: {
    type: 'object',
    description: 'An invalid member and the accepted values',
    required: ['pointer', 'code', 'detail'],
    properties: {
      pointer: {
        ...text,
        description:
          'RFC 6901 pointer into the body, `?name` of a query parameter, or `#row=n` of a CSV file, counted from 1 and ' +
          'with the header',
      },
      code: { ...schema('FieldErrorCode'), description: 'Stable code of the error' },
      detail: { ...text, description: 'Message to show beside the label of the member' },
      type: { ...schema('JsonType'), description: 'For TYPE: accepted type' },
      min: { type: 'number', description: 'For LENGTH and RANGE: minimum' },
      max: { type: 'number', description: 'For LENGTH and RANGE: maximum' },
      unit: { ...schema('LengthUnit'), description: 'For LENGTH: unit of `min` and `max`' },
      form: { ...schema('TextForm'), description: 'For FORMAT: name of the required format' },
      allowed: {
        type: 'array',
        items: text,
        maxItems: 50,
        description: 'For NOT_ALLOWED and UNKNOWN_OPTION: accepted values, if at most 50',
      },
      after: { ...text, format: 'date-time', description: 'For RANGE: the time must be later than this' },
      because: { ...schema('ErrorCode'), description: 'For REFUSED: error code of the row' },
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

/** One response per status, by name in the document. */
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

/** Errors of an operation: the shared response of each status, with the codes that the operation can return. */
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
