import { e2e } from '../support/one-platform.fixture.js';

export const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password }, headers });
