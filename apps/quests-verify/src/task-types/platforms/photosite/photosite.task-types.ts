import { defineFamily } from '../../family/define-family.js';
import { handle } from '../../../catalog/definition/common-fields.js';
import { EXAMPLE_FILE_ID, fileId, reviewedScreenshot } from '../../../catalog/definition/evidence.js';
import { object } from '../../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { visitType } from '../../visit/visit-type.js';

/** Spec 2.4 "photosite". */
export const photosite = defineFamily({
  types: [
    defineTaskType({
      id: 'social_photosite_follow',
      name: 'Follow',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      config: object({ handle: handle('Account to follow, without @.') }, ['handle']),
      inputs: object(
        {
          handle: handle("The earner's own account, without @."),
          screenshotFileId: fileId('Screenshot of the account that is followed.'),
        },
        ['handle', 'screenshotFileId'],
      ),
      ...reviewedScreenshot,
      exampleConfig: { handle: 'orbit' },
      exampleInputs: { handle: 'alice', screenshotFileId: EXAMPLE_FILE_ID },
    }),
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
