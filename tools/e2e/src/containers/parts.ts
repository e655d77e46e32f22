import './running-containers.fixture.js';

import './hardening.part.js';

// From the first sign-in to the end of a campaign, using only the SDK. Each part needs those before it.
import '../journey/people.part.js';
import '../journey/project-team.part.js';
import '../journey/earners.part.js';
import '../journey/reviewers.part.js';
import '../journey/points.part.js';
import '../journey/news.part.js';
import '../journey/the-end.part.js';
import '../journey/pictures.part.js';

import './stops.part.js';
// PostgreSQL has another address after it.
import './crashes.part.js';
import './restart.part.js';
