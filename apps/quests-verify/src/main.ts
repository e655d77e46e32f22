import { failStart, runService } from '@questp/service';
import { AppModule } from './app.module.js';
import { readConfig } from './platform/config.js';

const NAME = 'quests-verify';

try {
  await runService(NAME, readConfig(), AppModule);
} catch (error) {
  failStart(NAME, error);
}
