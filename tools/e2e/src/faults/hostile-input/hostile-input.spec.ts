/** What nobody well-behaved sends. One platform serves all parts: a start costs seconds. */
import './secrets.part.js';
import './credentials.part.js';
import './bodies.part.js';
import './addresses.part.js';
