/** Requests that no well-behaved client sends. All parts share one platform, because starting one takes seconds. */
import './secrets.part.js';
import './credentials.part.js';
import './bodies.part.js';
import './addresses.part.js';
