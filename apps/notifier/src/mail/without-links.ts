/** A decimal number, whose dot needs no change; or `://`, or a dot that may be inside a host name. */
const ADDRESS_PARTS =
  /(?<![\p{L}\p{N}.])\d+\.\d+(?![\p{L}\p{N}.])|(:)(?=\/\/)|(?<=\S)([.\u2024\u3002\uff0e\uff61])(?=[^\s\p{P}])/gu;

/**
 * Inserts a space into whatever mail clients turn into a link, such as `https://evil.example` and `evil.example`, so
 * that a name chosen by a user never becomes a link. A zero-width character would not do: browsers drop it from host
 * names.
 */
export const withoutLinks = (text: string): string =>
  text.replace(ADDRESS_PARTS, (part, colon?: string, dot?: string) => ((colon ?? dot) ? `${part} ` : part));
