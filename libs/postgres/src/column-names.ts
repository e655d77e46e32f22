// Columns are snake_case in SQL and camelCase in TypeScript; both spellings follow from each other here and nowhere else.

const members = new Map<string, string>();

/** `user_id` -> `userId`. Texts of statements are constants, so the names that occur are few. */
export function toMember(column: string): string {
  const known = members.get(column);
  if (known !== undefined) return known;
  const member = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  members.set(column, member);
  return member;
}

/** `userId` -> `user_id`. @throws Error for what is no plain name: it would be SQL */
export function toColumn(member: string): string {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(member)) throw new Error(`${member} names no column`);
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
