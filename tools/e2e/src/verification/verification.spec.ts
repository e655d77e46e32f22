/** What is decided about attempts, and what it leaves. One platform serves all parts: a start costs seconds. */
import './checks.part.js';
import './hybrid.part.js';
import './pending.part.js';
