/** What is done stays done, once, whatever dies meanwhile. One platform serves all parts: a start costs seconds. */
import './processes.part.js';
import './live.part.js';
import './exports.part.js';
import './broker.part.js';
import './database.part.js';
import './events.part.js';
