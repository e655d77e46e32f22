import type { Answer } from '../http/answer.js';

export const API = '/api.github.com';
export const DOCS = 'https://docs.github.com';
export const HOUR = { name: 'core', requests: 5_000, seconds: 3_600 };
export const ANONYMOUS = { name: 'core', requests: 60, seconds: 3_600 };
export const SEARCH = { name: 'search', requests: 30, seconds: 60 };

export const error = (status: number, message: string, page = '/rest'): Answer => ({
  status,
  body: { message, documentation_url: `${DOCS}${page}`, status: String(status) },
});

export const NOT_FOUND = error(404, 'Not Found');

/** A redirect to the current address of a resource. @param url of the emulator */
export const moved = (method: string, url: string): Answer => ({
  ...error(
    method === 'GET' ? 301 : 307,
    method === 'GET' ? 'Moved Permanently' : 'Temporary Redirect',
    '/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects',
  ),
  headers: { location: url },
});

interface Problem {
  resource: string;
  field: string;
  code: string;
  message?: string;
}

export const invalid = (problem: Problem): Answer => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [problem], documentation_url: `${DOCS}/rest`, status: '422' },
});

export const NO_CONTENT: Answer = { status: 204, body: '' };
