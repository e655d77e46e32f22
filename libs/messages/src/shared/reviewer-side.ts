import { enumeration } from '../language/fields/index.js';

/** A member of the project's team, or an operator of the platform. */
export const REVIEWER_SIDES = enumeration('ReviewerSide', ['team', 'platform']);
export type ReviewerSide = (typeof REVIEWER_SIDES)[number];
