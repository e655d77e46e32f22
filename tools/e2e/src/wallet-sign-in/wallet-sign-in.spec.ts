/** Who proves a wallet gets in, and nobody else. One platform serves all parts: a start costs seconds. */
import './sign-in.part.js';
import './accounts.part.js';
import './linking.part.js';
import './limits.part.js';
