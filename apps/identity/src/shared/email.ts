/** The pattern of <input type=email> (WHATWG HTML, "valid e-mail address") for lower case. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Canonical form of an address: trimmed, A-Z lower-cased (ASCII only, so that no other letter folds into one). */
export const canonicalEmail = (text: string): string =>
  text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** True if a canonical text is an ASCII e-mail address of at most 254 characters (RFC 5321). */
export const isEmail = (canonical: string): boolean => canonical.length <= 254 && EMAIL.test(canonical);
