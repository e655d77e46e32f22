import { defineService } from '@questp/service-kit';
import { AppModule } from './app.module.js';
import { CONFIG_SPEC } from './shared/config.js';

export const exports = defineService({ name: 'exports', config: CONFIG_SPEC, module: AppModule });
