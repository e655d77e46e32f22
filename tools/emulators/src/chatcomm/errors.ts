import type { Answer } from '../http/answer.js';

export const error = (status: number, message: string, code = 0): Answer => ({ status, body: { message, code } });

export const UNKNOWN_CHANNEL = error(404, 'Unknown Channel', 10_003);
export const UNKNOWN_GUILD = error(404, 'Unknown Guild', 10_004);
export const UNKNOWN_MEMBER = error(404, 'Unknown Member', 10_007);
export const UNKNOWN_USER = error(404, 'Unknown User', 10_013);
export const MISSING_ACCESS = error(403, 'Missing Access', 50_001);
export const MISSING_PERMISSIONS = error(403, 'Missing Permissions', 50_013);

/** A parameter that is refused. */
export const invalidForm = (name: string, code: string, message: string): Answer => ({
  status: 400,
  body: { message: 'Invalid Form Body', code: 50_035, errors: { [name]: { _errors: [{ code, message }] } } },
});
