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
export const PAGE_HEADERS = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** True for public paths outside any API version: the documentation. */
export const isPage = (url: string) => url.startsWith('/docs') || url.startsWith('/openapi.json');
