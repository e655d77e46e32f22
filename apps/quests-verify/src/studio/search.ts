/** A search text as a LIKE pattern's literal part: no character of it is a wildcard. */
export const likeText = (search: string): string => search.replace(/[\\%_]/g, '\\$&');
