import { defineFamily } from '../family/define-family.js';
import { instructions } from '../../catalog/definition/common-fields.js';
import { EXAMPLE_FILE_ID, fileId, reviewedScreenshot } from '../../catalog/definition/evidence.js';
import { httpUrl, line, list, object } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';

const common = {
  category: 'engagement',
  periods: ONCE,
  config: object(
    {
      appName: line('Name of the app.', 100),
      storeUrls: list('Where the app is found.', httpUrl('Address in an app store.'), 5),
      instructions,
    },
    ['appName', 'storeUrls'],
  ),
  inputs: object({ screenshotFileId: fileId('Screenshot of the installed app.') }, ['screenshotFileId']),
  ...reviewedScreenshot,
  exampleConfig: { appName: 'Orbit Wallet', storeUrls: ['https://apps.example.org/orbit-wallet'] },
  exampleInputs: { screenshotFileId: EXAMPLE_FILE_ID },
} as const;

/** Spec 2.4 "engagement": a mobile app, proven by a screenshot. */
export const appInstall = defineFamily({
  types: [
    defineTaskType({
      ...common,
      id: 'engagement_app_install',
      name: 'Mobile App Install',
      automation: { level: 'manual' },
      methods: ['manual'],
    }),
    defineTaskType({
      ...common,
      id: 'engagement_app_install_ai',
      name: 'App Install + AI Verify',
      automation: { level: 'review' },
      methods: ['ai_verify', 'hybrid_ai', 'manual'],
    }),
  ],
});
