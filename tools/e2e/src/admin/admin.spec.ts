/** What operators do. One platform serves all parts: a start costs seconds. */
import './sign-in.part.js';
import './operators.part.js';
import './audit-log.part.js';
import './moderation.part.js';
