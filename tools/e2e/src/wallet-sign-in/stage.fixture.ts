import { TWO_OF_EACH, usePlatform } from '../support/platform.fixture.js';
import type { Proof } from '../support/wallet.js';

export const e2e = usePlatform({ replicas: TWO_OF_EACH });

export const verify = (body: Proof) => e2e.anonymous.POST('/v1/auth/wallet/verify', { body });
