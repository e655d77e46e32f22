/**
 * Suites that do not disturb each other share one platform, because starting one takes seconds. `npx jest -t '<part>'`
 * runs one part.
 */

import './support/start-one-platform.fixture.js';

// From the first sign-in to the end of a campaign, using only the SDK. Each part needs those before it.
import './journey/people.part.js';
import './journey/project-team.part.js';
import './journey/earners.part.js';
import './journey/reviewers.part.js';
import './journey/points.part.js';
import './journey/news.part.js';
import './journey/the-end.part.js';
import './journey/pictures.part.js';

// Wallet sign-in.
import './accounts/wallet-sign-in/sign-in.part.js';

// E-mail sign-in.
import './accounts/email-sign-in/sign-in.part.js';

// Notification mails.
import './accounts/notification-mails/mails.part.js';

// OAuth sign-in, linked accounts and project connections.
import './accounts/oauth/sign-in.part.js';
import './accounts/oauth/linking.part.js';
import './accounts/connections/connections.part.js';

// Account merges.
import './accounts/account-merges/merges.part.js';

// Access.
import './access/route-matrix.part.js';
import './access/namespaces.part.js';
import './access/ids-of-others.part.js';
import './access/lost-access.part.js';

// Verification.
import './verification/evidence.part.js';
import './verification/pending.part.js';
import './verification/platform-checks.part.js';
import './verification/platform-outages.part.js';
import './verification/space-outages.part.js';
import './verification/photosite-outages.part.js';
import './verification/budget-crashes.part.js';
import './verification/codehost-webhook.part.js';

// Newer tables, on which everything after it runs.
import './operations/newer-tables.part.js';

// Examples of the OpenAPI document.
import './operations/examples/examples.part.js';

// Operators.
import './admin/two-factor.part.js';
import './admin/audit-log.part.js';

// Traces and metrics.
import './operations/traces.part.js';
import './operations/metrics.part.js';

// Live events behind a proxy.
import './operations/behind-proxy.part.js';

// The package of the SDK.
import './operations/sdk-package.part.js';

// Exports.
import './operations/exports/account-export.part.js';
import './operations/exports/libreoffice.part.js';
