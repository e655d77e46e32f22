import type { FastifyRequest } from 'fastify';
import {
  AppError,
  fieldError,
  type FieldError,
  MAX_ERRORS,
  messageErrors,
  toPointer,
  type HttpBinding,
} from '@questp/messages/language';
import { bodyMembers } from './body.js';
import { callerValue } from './caller.js';
import type { Operation } from '../operations/operation.js';
import { inQuery, queryMembers } from './query.js';

const NO_BODY = fieldError('', 'REQUIRED', {}, 'A JSON object is required as the body.');
const NO_FILE = fieldError('', 'REQUIRED', {}, 'A CSV file is required as the body.');
const NOTHING = new Map<string, never>();

/**
 * Builds the message for an HTTP request. It takes only the members that the operation accepts from clients, so that a
 * client cannot overwrite a value from the route, the operation or its token.
 * @throws AppError VALIDATION_FAILED, BAD_REQUEST
 */
export function messageOf(operation: Operation, request: FastifyRequest): object {
  const { sent, place, needsBody, filled, binding } = operation;
  const { members: queried, errors } = queryMembers(request.query, place === 'query' ? sent : NOTHING);
  if (needsBody && request.body === undefined) {
    throw refused([...errors, binding.csv === undefined ? NO_BODY : NO_FILE]);
  }
  const sentBody = bodyOf(binding, request);
  const { members, unknown } = bodyMembers(binding.upload ? undefined : sentBody, place === 'body' ? sent : NOTHING);
  const message: Record<string, unknown> = { ...queried, ...members };
  for (const [name, value] of filled) message[name] = callerValue(value, request);
  Object.assign(message, binding.set, request.params);
  errors.push(...unknown.map((name) => fieldError(toPointer([name]), 'UNKNOWN_MEMBER')));
  if (errors.length > 0) throw refused([...errors, ...othersOf(operation, message, errors)]);
  return message;
}

const refused = (errors: FieldError[]) => new AppError('VALIDATION_FAILED', { errors: errors.slice(0, MAX_ERRORS) });

/** The errors that the service would find in the other members. */
function othersOf({ contract, place }: Operation, message: object, found: readonly FieldError[]): FieldError[] {
  const pointers = new Set(found.map(({ pointer }) => pointer));
  return messageErrors(contract.request, message)
    .map((error) => (place === 'query' ? { ...error, pointer: inQuery(error.pointer) } : error))
    .filter(({ pointer }) => !pointers.has(pointer));
}

/** Members of the body: a CSV file and what a platform sends are one member as a whole. */
function bodyOf({ csv, webhook }: HttpBinding, { body, rawBody }: FastifyRequest): unknown {
  if (webhook) return { body: rawBody?.toString() };
  return csv === undefined ? body : { [csv]: body };
}
