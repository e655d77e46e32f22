/** What must come out once, however many ask for it at once. One platform serves all parts: a start costs seconds. */
import './daily-checkin.part.js';
import './limits.part.js';
import './suspension.part.js';
import './creating.part.js';
import './evidence.part.js';
