/** The way from the first sign-in to the end of a campaign, by the SDK alone. The parts build on each other. */
import './people.part.js';
import './project-team.part.js';
import './earners.part.js';
import './reviewers.part.js';
import './points.part.js';
import './news.part.js';
import './the-end.part.js';
