import type { Proof } from '@questp/players';
import { e2e } from '../../support/one-platform.fixture.js';

export const verify = (body: Proof) => e2e.anonymous.POST('/v1/auth/wallet/verify', { body });
