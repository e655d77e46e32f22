import { escapeUTF8 } from 'entities';
import type { Answer } from './answer.js';

/** A text that may turn its direction, kept apart from what stands beside it. */
export const isolated = (text: string): string => `<bdi>${escapeUTF8(text)}</bdi>`;

export const pageAnswer = (status: number, body: string): Answer => ({
  status,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    'cache-control': 'no-store',
  },
});
