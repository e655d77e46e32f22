import { defineFamily } from '../../family/define-family.js';
import { handle } from '../../../catalog/definition/common-fields.js';
import { EXAMPLE_FILE_ID, reviewedScreenshot } from '../../../catalog/definition/evidence.js';
import { object } from '../../../catalog/definition/json-schema.js';
import { ONCE } from '../../../catalog/definition/task-type.js';
import { visitParts } from '../../visit/visit-parts.js';

/** Spec 2.4 "photosite". */
export const photosite = defineFamily({
  types: [
    {
      id: 'social_photosite_follow',
      name: 'Follow',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      configSchema: object({ handle: handle('Account to follow, without @.') }, ['handle']),
      ...reviewedScreenshot('Screenshot of the account that is followed.', {
        handle: handle("The earner's own account, without @."),
      }),
      exampleConfig: { handle: 'orbit' },
      exampleInputs: { handle: 'alice', screenshotFileId: EXAMPLE_FILE_ID },
    },
    {
      ...visitParts,
      id: 'social_photosite_view_post',
      name: 'View Post',
      category: 'social',
      automation: { level: 'semi' },
    },
    {
      ...visitParts,
      id: 'social_photosite_visit_profile',
      name: 'Visit Profile',
      category: 'social',
      automation: { level: 'manual' },
    },
  ],
});
