import type { Person } from '@questp/players';
import { usePlatform } from '../../support/platform.fixture.js';

/** The platform of this suite. */
export const e2e = usePlatform({ replicas: { gateway: 2 } });

export let person: Person;

beforeAll(async () => {
  person = await e2e.signIn();
});
