/** A search text as a LIKE pattern's literal part: no character of it is a wildcard. */
export const likeText = (search: string): string => search.replace(/[\\%_]/g, '\\$&');

/** For Prisma: the words in the name or the slug; no condition without a search. */
export function named(name: 'name' | 'title', search: string | undefined) {
  if (search === undefined) return {};
  const contains = { contains: likeText(search), mode: 'insensitive' as const };
  return { OR: [{ [name]: contains }, { slug: contains }] };
}
