import { Readable } from 'node:stream';
import { sendBytes } from '@questp/bytes';
import { AppError } from '@questp/messages/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProblemFilter } from '../http/problem.filter.js';
import type { Operation } from '../operations/operation.js';

interface Parts {
  /** The ticket as JSON. */
  call: (request: FastifyRequest) => Promise<Buffer>;
  /** Throws the refusal of the body, after it was counted. */
  refused: (error: unknown, request: FastifyRequest) => Promise<never>;
  problems: ProblemFilter;
}

/** Route of an upload: streams the body to the service without buffering it. A service decides on its type. */
export function mountUpload(
  instance: FastifyInstance,
  { method, path, status, binding }: Operation,
  { call, refused, problems }: Parts,
): void {
  void instance.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(binding.webhook ? 'application/json' : '*', (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        if (Number(request.headers['content-length'] ?? 0) > (binding.maxBytes ?? Infinity)) {
          throw new AppError('PAYLOAD_TOO_LARGE');
        }
        const { url } = JSON.parse((await call(request)).toString()) as { url: string };
        const left = new AbortController();
        reply.raw.once('close', () => left.abort());
        const body = request.body instanceof Readable ? request.body : Readable.from([]);
        await sendBytes(url, body, left.signal).catch((error: unknown) => refused(error, request));
        return reply.code(status).send();
      },
      errorHandler: (error, request, reply) => problems.answer(error, request, reply),
    });
    done();
  });
}
