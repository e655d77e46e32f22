import type { FastifyRequest } from 'fastify';
import {
  AppError,
  fieldError,
  MAX_ERRORS,
  messageErrors,
  toPointer,
  type HttpBinding,
} from '@questp/messages/language';
import { bodyMembers } from './body.js';
import { callerValue } from './caller.js';
import type { Operation } from '../operations/operation.js';
import { queryMembers } from './query.js';

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
  const query = queryMembers(request.query, place === 'query' ? sent : NOTHING);
  if (needsBody && request.body === undefined) {
    throw new AppError('VALIDATION_FAILED', { errors: [binding.csv === undefined ? NO_BODY : NO_FILE] });
  }
  const sentBody = bodyOf(binding, request);
  const { members, unknown } = bodyMembers(binding.upload ? undefined : sentBody, place === 'body' ? sent : NOTHING);
  const message: Record<string, unknown> = { ...query, ...members };
  for (const [name, value] of filled) message[name] = callerValue(value, request);
  Object.assign(message, binding.set, request.params);
  if (unknown.length > 0) throw refuseUnknown(operation, message, unknown);
  return message;
}

/** Refuses the unknown members together with all other errors of the body, which the service would find. */
function refuseUnknown({ contract }: Operation, message: object, unknown: string[]): AppError {
  const errors = unknown.slice(0, MAX_ERRORS).map((name) => fieldError(toPointer([name]), 'UNKNOWN_MEMBER'));
  errors.push(...messageErrors(contract.request, message));
  return new AppError('VALIDATION_FAILED', { errors: errors.slice(0, MAX_ERRORS) });
}

/** Members of the body: a CSV file and what a platform sends are one member as a whole. */
function bodyOf({ csv, webhook }: HttpBinding, { body, rawBody }: FastifyRequest): unknown {
  if (webhook) return { body: rawBody?.toString() };
  return csv === undefined ? body : { [csv]: body };
}
