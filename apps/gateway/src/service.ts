import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineService } from '@questp/service-kit';
import { CONFIG_SPEC } from './config.js';
import { createApp } from './create-app.js';
import { createDocument } from './openapi/document.js';
import { serveDocs } from './openapi/serve-docs.js';
import { serveVerify } from './routes/serve-verify.js';

/** The same from source, build and bundle. */
const VERIFY_PAGE = resolve(import.meta.dirname, '../../../libs/verify/bundle');

/** The network of a container ends with its process, also for the ends of answers that the kernel still has to send. */
const SENDING_MS = 500;

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
    const close = async () => {
      await app.close();
      await setTimeout(SENDING_MS);
    };
    return { close, log: { url: config.PUBLIC_URL, port: config.PORT } };
  },
});
