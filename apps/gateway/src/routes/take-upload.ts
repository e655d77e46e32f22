import { Readable } from 'node:stream';
import { sendBytes } from '@questp/bytes';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProblemFilter } from '../http/problem.filter.js';
import type { Operation } from '../operations/operation.js';

interface Parts {
  /** The ticket as JSON. */
  call: (request: FastifyRequest) => Promise<Buffer>;
  problems: ProblemFilter;
}

/** Route of an upload: streams the body of any type to the service without buffering it. */
export function mountUpload(
  instance: FastifyInstance,
  { method, path, status }: Operation,
  { call, problems }: Parts,
): void {
  void instance.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body));
    scope.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const { url } = JSON.parse((await call(request)).toString()) as { url: string };
        const left = new AbortController();
        reply.raw.once('close', () => left.abort());
        await sendBytes(url, request.body instanceof Readable ? request.body : Readable.from([]), left.signal);
        return reply.code(status).send();
      },
      errorHandler: (error, request, reply) => problems.answer(error, request, reply),
    });
    done();
  });
}
