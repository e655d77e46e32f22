/** Rules that hold for every route. All parts share one platform, because starting one takes seconds. */
import './errors.part.js';
import './headers.part.js';
import './documentation.part.js';
import './sdk-package.part.js';
import './idempotency-key.part.js';
import './lists.part.js';
import './rate-limits.part.js';
