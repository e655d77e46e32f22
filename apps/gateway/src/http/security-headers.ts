const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
};

/** Headers of every API response. */
export const SECURITY_HEADERS = {
  ...COMMON,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/**
 * Headers of the documentation pages. They allow only the pages' own scripts, styles (Swagger UI writes some inline)
 * and images.
 */
const PAGE_HEADERS = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/**
 * Headers of /verify, which has no style, script or image but its own and reads any node that its user names; nothing that
 * it reads can become a script.
 */
const VERIFY_HEADERS = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src http: https:; img-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
};

const VERIFY = /^\/verify([/?]|$)/;

/** True for public paths outside any API version: the documentation and /verify. */
export const isPage = (url: string) => url.startsWith('/docs') || url.startsWith('/openapi.json') || VERIFY.test(url);

/** Headers of the answer to a request for this URL. */
export function headersFor(url: string) {
  if (!isPage(url)) return SECURITY_HEADERS;
  return VERIFY.test(url) ? VERIFY_HEADERS : PAGE_HEADERS;
}
