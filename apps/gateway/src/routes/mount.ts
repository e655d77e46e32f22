import { MAX_WEBHOOK_BYTES } from '@questp/messages/integrations';
import { AppError, type FileRequest } from '@questp/messages/language';
import { newCallContext, type Bus } from '@questp/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Admission } from '../admission/admission.js';
import type { ProblemFilter } from '../http/problem.filter.js';
import { deprecationOf } from './deprecation.js';
import type { LiveStreams } from '../live/streams/live-streams.js';
import { messageOf } from '../requests/message.js';
import { inQuery } from '../requests/query.js';
import type { Operation } from '../operations/operation.js';
import type { Operations } from '../operations/operations.js';
import { mountRedirect } from './redirect.js';
import { sendFile } from './send-file.js';
import { mountUpload } from './take-upload.js';

/** Dependencies of the routes. */
interface Parts {
  bus: Bus;
  admission: Admission;
  problems: ProblemFilter;
  streams: LiveStreams;
  /** Of the API. */
  publicUrl: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/**
 * Registers a Fastify route for every operation. Nest's routing is bypassed: the operations use none of its features,
 * and it costs more than the rest of a request.
 */
export function mountOperations(
  instance: FastifyInstance,
  operations: Operations,
  { bus, admission, problems, streams, publicUrl }: Parts,
): void {
  for (const operation of operations) {
    const { binding, method, path, status } = operation;
    if (binding.redirects) {
      mountRedirect(instance, operation, { bus, problems, isHttps: publicUrl.startsWith('https:') });
      continue;
    }
    if (binding.upload) {
      mountUpload(instance, operation, {
        call: (request) =>
          call(operation, request, bus).catch((error: unknown) => countUnproven(operation, request, admission, error)),
        refused: (error, request) => countUnproven(operation, request, admission, error),
        problems,
      });
      continue;
    }
    instance.route({
      method,
      url: path,
      ...(binding.webhook && { bodyLimit: MAX_WEBHOOK_BYTES }),
      handler: async (request, reply) => {
        if (binding.deprecated) void reply.headers(deprecationOf(binding.deprecated, request));
        if (binding.stream !== undefined) return streams.answer(operation, request, reply);
        const answer = await call(operation, request, bus).catch((error: unknown) =>
          countUnproven(operation, request, admission, error),
        );
        if (status === 204) return reply.code(status).send();
        if (binding.file !== undefined) {
          const requireStill = () => requireReader(operation, request, { bus, admission });
          return sendFile(operation, answer, request, reply, requireStill);
        }
        if (binding.text !== undefined) return reply.code(status).type(TEXT_TYPE).send(textIn(answer, binding.text));
        // The JSON of the service is passed on unparsed; the tests of the service check it against the contract.
        return reply.code(status).type(JSON_TYPE).send(answer);
      },
      errorHandler: (error, request, reply) => problems.answer(error, request, reply),
    });
  }
}

/** Throws the error, after a request of a platform without a proof was counted. */
async function countUnproven(
  { binding }: Operation,
  request: FastifyRequest,
  admission: Admission,
  error: unknown,
): Promise<never> {
  if (binding.webhook && error instanceof AppError && error.code === 'UNAUTHENTICATED') {
    await admission.countUnproven(request);
  }
  throw error;
}

const textIn = (answer: Buffer, member: string): unknown =>
  new Map<string, unknown>(Object.entries(JSON.parse(answer.toString()) as object)).get(member);

/** The answer as JSON. */
async function call(operation: Operation, request: FastifyRequest, bus: Bus): Promise<Buffer> {
  const message = messageOf(operation, request);
  try {
    return await bus.callForBytes(operation.contract, message, request.callContext);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (operation.place === 'query') throw withPointers(error, inQuery);
    throw operation.binding.csv === undefined ? error : withPointers(error, (pointer) => pointer.replace(/^\/.*/, ''));
  }
}

/**
 * Requests the headers of a file again while it is sent: gateway and service check the reader's access again.
 * @throws AppError when the reader has lost access
 */
async function requireReader(
  operation: Operation,
  request: FastifyRequest,
  { bus, admission }: Pick<Parts, 'bus' | 'admission'>,
): Promise<void> {
  const { contract, binding, rule } = operation;
  const { authorization = '' } = request.headers;
  const { projectId } = request.params as { projectId?: string };
  const principal = await admission.requireStill({ authorization, allow: rule.allow, projectId });
  const message: FileRequest = messageOf(operation, request);
  const headersOnly = { ...message, reader: { ...message.reader, headersOnly: true } };
  await bus.callForBytes(contract, headersOnly, { ...newCallContext(), caller: { operation: binding.id, principal } });
}

/** Converts pointers of a service, which point into its message, to query parameters and rows of a CSV file. */
function withPointers({ code, details }: AppError, inRequest: (pointer: string) => string): AppError {
  const errors = details.errors?.map((error) => ({ ...error, pointer: inRequest(error.pointer) }));
  return new AppError(code, { ...details, ...(errors && { errors }) });
}
