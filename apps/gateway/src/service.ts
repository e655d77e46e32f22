import { resolve } from 'node:path';
import { defineService } from '@questp/service-kit';
import { CONFIG_SPEC } from './config.js';
import { createApp } from './create-app.js';
import { createDocument } from './openapi/document.js';
import { serveDocs } from './openapi/serve-docs.js';
import { serveVerify } from './routes/serve-verify.js';

/** The same from source, build and bundle. */
const VERIFY_PAGE = resolve(import.meta.dirname, '../../../libs/verify/bundle');

export const gateway = defineService({
  name: 'gateway',
  config: CONFIG_SPEC,
  serve: async (parts, config) => {
    const { app, operations } = await createApp(parts, config);
    const instance = app.getHttpAdapter().getInstance();
    serveDocs(instance, createDocument(operations));
    await serveVerify(instance, VERIFY_PAGE);
    await parts.readiness.untilReady();
    await app.listen(config.PORT, config.HOST);
    return { close: () => app.close(), log: { url: config.PUBLIC_URL, port: config.PORT } };
  },
});
