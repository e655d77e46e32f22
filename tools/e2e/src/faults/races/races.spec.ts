/** Concurrent requests have their effect once. All parts share one platform, because starting one takes seconds. */
import './daily-checkin.part.js';
import './limits.part.js';
import './suspension.part.js';
import './creating.part.js';
import './evidence.part.js';
