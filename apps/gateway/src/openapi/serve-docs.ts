import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DOCS_STYLE, PAGE, START } from './docs-start.js';
import type { OpenApiDocument } from './document.js';
import { errorsPage } from './error-docs.js';

const UI_FILES = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** /openapi.json, the browsable /docs (all its files from this server) and /docs/errors. */
export function serveDocs(instance: FastifyInstance, document: OpenApiDocument): void {
  const serve = (path: string, type: string, text: string) =>
    instance.get(path, (_request, reply) => reply.type(type).send(text));
  serve('/openapi.json', 'application/json', JSON.stringify(document));
  serve('/docs', 'text/html; charset=utf-8', PAGE);
  serve('/docs/docs.css', 'text/css; charset=utf-8', DOCS_STYLE);
  serve('/docs/start.js', 'text/javascript; charset=utf-8', START);
  serve('/docs/errors', 'text/html; charset=utf-8', errorsPage());
  instance.get('/docs/', (_request, reply) => reply.redirect('/docs', 308));
  void instance.register(fastifyStatic, { root: UI_FILES, prefix: '/docs/ui/', index: false, decorateReply: false });
}
