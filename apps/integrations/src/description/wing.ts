import type { Wing } from '@questp/service-kit';
import { PLATFORM_LIST, Platforms, type PlatformList } from './platforms.js';

export const description = (platforms: PlatformList): Wing => ({
  providers: [{ provide: PLATFORM_LIST, useValue: platforms }, Platforms],
});
