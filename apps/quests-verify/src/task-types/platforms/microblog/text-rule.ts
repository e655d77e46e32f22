import { foldText } from '@questp/messages/language';

/** Whether a text contains another one, in any case and form of its characters. */
export const contains = (text: string, wanted: string): boolean => foldText(text).includes(foldText(wanted));

/** Whether all of the hashtags are there, in any case and order. */
export function carries(hashtags: readonly string[], wanted: readonly string[]): boolean {
  const carried = new Set(hashtags.map(foldText));
  return wanted.every((hashtag) => carried.has(foldText(hashtag)));
}
