import { defineFamily } from '../family/define-family.js';
import { customTaskTypes } from './custom.task-types.js';
import { IdentityBlockers } from './identity-blockers.js';
import { ProjectCheckSource } from './project-check-source.js';
import { ReadIdentities } from './read-identities.js';

export const custom = defineFamily({
  types: customTaskTypes,
  providers: [ReadIdentities],
  facts: [ProjectCheckSource],
  blockers: [IdentityBlockers],
});
