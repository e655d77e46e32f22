import { defineService } from '@questp/service-kit';
import { AppModule } from './app.module.js';
import { FilesRepository } from './files/files.repository.js';
import { SweepFiles } from './files/sweep-files.js';
import { CONFIG_SPEC } from './platform/config.js';

export const integrations = defineService({
  name: 'integrations',
  config: CONFIG_SPEC,
  module: AppModule,
  housekeeping: (get) => ({
    files: () => get(SweepFiles).sweep(),
    incomingFiles: () => get(SweepFiles).sweepIncoming(),
    fileQuotas: () => get(FilesRepository).deleteOldQuotas(),
  }),
});
