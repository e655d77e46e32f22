import { e2e } from '../../support/one-platform.fixture.js';
import type { Proof } from '../../support/wallet.js';

export const verify = (body: Proof) => e2e.anonymous.POST('/v1/auth/wallet/verify', { body });
