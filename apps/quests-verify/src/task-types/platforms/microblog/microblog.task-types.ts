import { defineFamily } from '../../family/define-family.js';
import { accountTypes } from './account-types.js';
import { postTypes } from './post-types.js';
import { reviewedTypes } from './reviewed-types.js';
import { SpaceSource } from './space-source.js';
import { spaceTypes } from './space-types.js';
import { VerifyMicroblog } from './verify-microblog.js';

/** Spec 2.4 "Social, microblog" and the check rules of 4.2. */
export const microblog = defineFamily({
  types: [...accountTypes, ...postTypes, ...reviewedTypes, ...spaceTypes],
  providers: [VerifyMicroblog],
  facts: [SpaceSource],
});
