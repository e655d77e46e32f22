const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
};

/** Of every answer of the API. */
export const SECURITY_HEADERS = {
  ...COMMON,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Of the documentation pages: their own scripts, styles (Swagger UI writes some inline) and images, nothing else. */
export const PAGE_HEADERS = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** True for what is public and belongs to no API version: the documentation. */
export const isPage = (url: string) => url.startsWith('/docs') || url.startsWith('/openapi.json');
