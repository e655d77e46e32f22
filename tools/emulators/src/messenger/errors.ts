import type { ResponseParameters } from '@grammyjs/types';
import type { Answer } from '../http/answer.js';

export const error = (status: number, description: string, parameters?: ResponseParameters): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

export const badRequest = (what: string, parameters?: ResponseParameters): Answer =>
  error(400, `Bad Request: ${what}`, parameters);

export const CHAT_NOT_FOUND = badRequest('chat not found');
