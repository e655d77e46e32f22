/** What leaves others alone shares one platform: a start costs seconds. `npx jest -t '<part>'` runs a part alone. */

// The way from the first sign-in to the end of a campaign, by the SDK alone. These parts build on each other.
import './journey/people.part.js';
import './journey/project-team.part.js';
import './journey/earners.part.js';
import './journey/reviewers.part.js';
import './journey/points.part.js';
import './journey/news.part.js';
import './journey/the-end.part.js';
import './journey/pictures.part.js';

// Who proves a wallet gets in, and nobody else.
import './accounts/wallet-sign-in/sign-in.part.js';
import './accounts/wallet-sign-in/accounts.part.js';
import './accounts/wallet-sign-in/linking.part.js';

// Who proves an e-mail address gets in, and nobody else.
import './accounts/email-sign-in/sign-in.part.js';
import './accounts/email-sign-in/linking.part.js';
import './accounts/email-sign-in/passwords.part.js';

// What people are mailed of, while they want to be.
import './accounts/notification-mails/mails.part.js';

// Who proves an account of a platform gets in, and nobody else.
import './accounts/oauth/sign-in.part.js';
import './accounts/oauth/linking.part.js';
import './accounts/connections/connections.part.js';

// What becomes of a person's two accounts.
import './accounts/account-merges/merges.part.js';

// Who is let in where, and who is not.
import './access/route-matrix.part.js';
import './access/namespaces.part.js';
import './access/ids-of-others.part.js';
import './access/lost-access.part.js';

// What is decided about attempts, and what it leaves.
import './verification/checks.part.js';
import './verification/hybrid.part.js';
import './verification/pending.part.js';
import './verification/codehost-star.part.js';

// What the documentation shows.
import './operations/examples/examples.part.js';

// What operators do.
import './admin/sign-in.part.js';
import './admin/operators.part.js';
import './admin/two-factor.part.js';
import './admin/audit-log.part.js';
import './admin/moderation.part.js';

// What whoever runs the platform sees.
import './operations/traces.part.js';
import './operations/metrics.part.js';

// What is told live through a proxy.
import './operations/edge/behind-nginx.part.js';

// What is exported: of an account, and of a campaign in a program that opens it.
import './operations/exports/account-export.part.js';
import './operations/exports/libreoffice.part.js';

// Last, since it uses up what this address may do.
import './accounts/wallet-sign-in/limits.part.js';
