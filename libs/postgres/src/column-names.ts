// The only place that converts between snake_case columns and camelCase members.

const members = new Map<string, string>();

/** `user_id` -> `userId`. Statements are constants, so there are few names to remember. */
export function toMember(column: string): string {
  const known = members.get(column);
  if (known !== undefined) return known;
  const member = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  members.set(column, member);
  return member;
}

/**
 * `userId` -> `user_id`.
 * @throws Error for anything but a plain name, which would be SQL
 */
export function toColumn(member: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(member)) throw new Error(`${member} names no column`);
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
