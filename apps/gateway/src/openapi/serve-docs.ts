import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Routes } from '../access/routes.js';
import { createDocument } from './document.js';
import { errorsPage } from './error-docs.js';

/** /openapi.json, the browsable /docs (all its files from this server) and /docs/errors. */
export function serveDocs(app: NestFastifyApplication, routes: Routes): void {
  SwaggerModule.setup('docs', app, () => createDocument(app, routes), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Quest platform API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true, tryItOutEnabled: true },
  });
  const page = errorsPage();
  app
    .getHttpAdapter()
    .getInstance()
    .get('/docs/errors', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
