import { defineService } from '@questp/service-kit';
import { CONFIG_SPEC } from './shared/config.js';
import { shared } from './shared/wing.js';
import { manifests } from './manifests/wing.js';
import { csv } from './csv/wing.js';
import { account } from './account/wing.js';

export const exports = defineService({
  name: 'exports',
  config: CONFIG_SPEC,
  wings: [shared, manifests, csv, account],
});
