import { failStart, runService } from '@questp/service';
import { AppModule } from './app.module.js';
import { readConfig } from './platform/config.js';

const NAME = 'identity';

try {
  await runService(NAME, readConfig(), AppModule);
} catch (error) {
  failStart(NAME, error);
}
