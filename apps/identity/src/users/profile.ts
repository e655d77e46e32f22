import type { FieldError, ProfileChange } from '@questp/messages';
import { isLine, isText } from '../platform/text.js';

const USERNAME = /^[a-z0-9_]{3,30}$/;

/** Lower case only, so that two usernames never differ by case alone. */
export const isUsername = (text: string): boolean => USERNAME.test(text);

/** An absolute https address without credentials, at most 2000 characters. */
export function isAvatarUrl(text: string): boolean {
  if (text.length > 2_000 || !isLine(text, 2_000) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

const RULES: Record<keyof ProfileChange, { fits: (text: string) => boolean; detail: string }> = {
  username: { fits: isUsername, detail: '3 to 30 characters of a-z, 0-9 and _.' },
  displayName: { fits: (text) => text.trim() !== '' && isLine(text, 50), detail: 'One line of 1 to 50 characters.' },
  bio: { fits: (text) => isText(text, 500), detail: 'At most 500 characters.' },
  avatarUrl: { fits: isAvatarUrl, detail: 'An https address of at most 2000 characters.' },
};

/** What is wrong with a change; null removes a member, undefined leaves it. */
export function profileErrors(change: ProfileChange): FieldError[] {
  return (Object.keys(RULES) as (keyof ProfileChange)[]).flatMap((name) => {
    const value = change[name];
    const { fits, detail } = RULES[name];
    if (value === undefined || value === null || fits(value)) return [];
    return [{ pointer: `/${name}`, code: 'WRONG_FORMAT', detail }];
  });
}
