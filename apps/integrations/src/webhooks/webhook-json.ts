import { AppError, parseJson } from '@questp/messages/language';

/** The body of a webhook. INVALID_JSON */
export function webhookJson(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    throw new AppError('INVALID_JSON');
  }
}
