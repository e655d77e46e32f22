import { defineService } from '@questp/service-kit';
import { CONFIG_SPEC } from './config.js';
import { createApp } from './create-app.js';
import { createDocument } from './openapi/document.js';
import { serveDocs } from './openapi/serve-docs.js';

export const gateway = defineService({
  name: 'gateway',
  config: CONFIG_SPEC,
  serve: async (parts, config) => {
    const { app, operations } = await createApp(parts, config);
    serveDocs(app.getHttpAdapter().getInstance(), createDocument(operations));
    await parts.readiness.untilReady();
    await app.listen(config.PORT, config.HOST);
    return { close: () => app.close(), log: { url: config.PUBLIC_URL, port: config.PORT } };
  },
});
