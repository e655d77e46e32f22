/** Crashes lose nothing and repeat nothing. All parts share one platform, because starting one takes seconds. */
import './processes.part.js';
import './live.part.js';
import './exports.part.js';
import './broker.part.js';
import './database.part.js';
