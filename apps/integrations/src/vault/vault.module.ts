import { Module } from '@nestjs/common';
import { CONFIG } from '@questp/service';
import type { Config } from '../platform/config.js';
import { requireProductionKeys } from './master-keys.js';
import { Vault } from './vault.js';

const vault = {
  provide: Vault,
  inject: [CONFIG],
  useFactory: ({ MASTER_KEYS, NODE_ENV }: Config) => {
    requireProductionKeys(MASTER_KEYS, NODE_ENV);
    return new Vault(MASTER_KEYS);
  },
};

@Module({ providers: [vault], exports: [Vault] })
export class VaultModule {}
