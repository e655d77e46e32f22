import { E2e } from './platform.fixture.js';

/** The platform that suites share, which another file starts: start-one-platform.fixture.ts, or one in containers/. */
export const e2e = new E2e();
