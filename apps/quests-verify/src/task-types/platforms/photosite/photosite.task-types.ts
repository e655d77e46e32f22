import { defineFamily } from '../../family/define-family.js';
import { visitType } from '../../visit/visit-type.js';
import { follow } from './follow.js';

/** Spec 2.4 "photosite". */
export const photosite = defineFamily({
  types: [
    follow,
    visitType({
      id: 'social_photosite_view_post',
      name: 'View Post',
      category: 'social',
      automation: { level: 'semi' },
    }),
    visitType({
      id: 'social_photosite_visit_profile',
      name: 'Visit Profile',
      category: 'social',
      automation: { level: 'manual' },
    }),
  ],
});
