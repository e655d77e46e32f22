import { createHmac, timingSafeEqual } from 'node:crypto';
import { typedCode } from '@questp/messages/language';

const LENGTH = 20;

/** What a course shows to an earner who has completed it (docs/guides/course-codes.md). */
export const completionCode = (courseKey: string, earnerCode: string): string =>
  createHmac('sha256', courseKey).update(earnerCode).digest('hex').slice(0, LENGTH);

/** True if the text, as people type and paste it, is the code. */
export function isCompletionCode(courseKey: string, earnerCode: string, typed: string): boolean {
  const right = Buffer.from(completionCode(courseKey, earnerCode));
  const given = Buffer.from(typedCode(typed));
  return right.length === given.length && timingSafeEqual(right, given);
}
