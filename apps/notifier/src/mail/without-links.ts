/** A decimal number, whose dot is no part of an address; or `://`, or a dot that may stand inside of a host's name. */
const ADDRESS_PARTS =
  /(?<![\p{L}\p{N}.])\d+\.\d+(?![\p{L}\p{N}.])|(:)(?=\/\/)|(?<=\S)([.\u2024\u3002\uff0e\uff61])(?=[^\s\p{P}])/gu;

/**
 * The text with a space inside of whatever mail clients make a link of by themselves, as `https://evil.example` and
 * `evil.example`: a name that somebody chose leads nowhere. A character without width does not serve, since browsers
 * leave it out of the names of hosts.
 */
export const withoutLinks = (text: string): string =>
  text.replace(ADDRESS_PARTS, (part, colon?: string, dot?: string) => ((colon ?? dot) ? `${part} ` : part));
