import { usePlatform } from '../../support/platform.fixture.js';
import type { Person } from '../../support/sign-in.js';

/** The platform at whose edge the suite stands. */
export const e2e = usePlatform({ replicas: { gateway: 2 } });

export let person: Person;

beforeAll(async () => {
  person = await e2e.signIn();
});
