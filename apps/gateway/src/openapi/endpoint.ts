import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ErrorCode } from '@questp/messages';

export const ERRORS_EXTENSION = 'x-error-codes';

interface EndpointOptions {
  /** operationId: the method's name in generated clients; never changes. */
  id: string;
  summary: string;
  description?: string;
  /** The answer's body; none: 204. */
  reply?: Type;
  /** 201 for what creates something. */
  status?: 200 | 201;
  /** Codes besides those every route with its access rule has. */
  errors?: ErrorCode[];
  /** Takes an Idempotency-Key. */
  idempotent?: true;
}

/** What a route is called and answers with: the status it sends and its part of the OpenAPI document. */
export function Endpoint({ id, summary, description, reply, status, errors = [], idempotent }: EndpointOptions) {
  const code = reply === undefined ? 204 : (status ?? 200);
  const codes: ErrorCode[] = idempotent ? [...errors, 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT'] : errors;
  return applyDecorators(
    HttpCode(code),
    ApiOperation({ operationId: id, summary, ...(description === undefined ? {} : { description }) }),
    ApiResponse({
      status: code,
      description: reply === undefined ? 'Done' : 'The answer',
      ...(reply === undefined ? {} : { type: reply }),
    }),
    ApiExtension(ERRORS_EXTENSION, codes),
    ...(idempotent ? [ApiHeader(IDEMPOTENCY_KEY)] : []),
  );
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'The same key with the same body answers with the first result for 24 hours; with another body it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};
