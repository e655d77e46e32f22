import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { Routes } from '../access/routes.js';
import { createDocument } from './document.js';
import { errorsPage } from './error-docs.js';

/** /openapi.json, the browsable /docs (all its files from this server) and /docs/errors. */
export function serveDocs(app: NestFastifyApplication, routes: Routes): void {
  let text: string | undefined;
  SwaggerModule.setup('docs', app, () => createDocument(app, routes), {
    raw: false,
    customSiteTitle: 'Quest platform API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true, tryItOutEnabled: true },
  });
  const page = errorsPage();
  const instance = app.getHttpAdapter().getInstance();
  instance.get('/docs/errors', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  instance.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(createDocument(app, routes));
    return reply.type('application/json').send(text);
  });
}
