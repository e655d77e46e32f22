/** What every route has in common. One platform serves all parts: a start costs seconds. */
import './errors.part.js';
import './headers.part.js';
import './documentation.part.js';
import './sdk-package.part.js';
import './idempotency-key.part.js';
import './lists.part.js';
import './rate-limits.part.js';
