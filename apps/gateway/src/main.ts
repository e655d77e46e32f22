import { closeOnSignal, failStart, startParts } from '@questp/service';
import { readConfig } from './config.js';
import { createApp } from './create-app.js';
import { createDocument } from './openapi/document.js';
import { serveDocs } from './openapi/serve-docs.js';

const NAME = 'gateway';

try {
  const config = readConfig();
  const parts = await startParts(NAME, config);
  const { app, operations } = await createApp(parts, config);
  serveDocs(app.getHttpAdapter().getInstance(), createDocument(operations));
  await app.listen(config.PORT, config.HOST);
  parts.health.markStarted();
  closeOnSignal(parts, () => app.close());
  parts.logger.info({ url: config.PUBLIC_URL, port: config.PORT, healthPort: config.HEALTH_PORT }, 'ready');
} catch (error) {
  failStart(NAME, error);
}
