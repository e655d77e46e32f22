import type { Answer } from '../http/answer.js';

export const error = (
  status: number,
  code: number,
  message: string,
  type = 'OAuthException',
  more: object = {},
): Answer => ({
  status,
  body: { error: { message, type, code, ...more, fbtrace_id: 'AEmulatedTraceId' } },
});

export const badToken = (): Answer => error(400, 190, 'Invalid OAuth access token - Cannot parse access token');
export const missingPermission = (): Answer =>
  error(403, 10, '(#10) Application does not have permission for this action');
export const consentRequired = (): Answer =>
  error(400, 230, 'User consent is required to access user profile', 'IGApiException');
export const noObject = (id: string): Answer =>
  error(
    ...([400, 100] as const),
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    'GraphMethodException',
    { error_subcode: 33 },
  );
export const notAvailable = (): Answer =>
  error(400, 551, "(#551) This person isn't available right now.", 'OAuthException', { error_subcode: 1_545_041 });
