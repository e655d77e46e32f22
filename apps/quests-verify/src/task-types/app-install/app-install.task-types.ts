import { fileId, instructions } from '../common-fields.js';
import { httpUrl, line, list, object } from '../json-schema.js';
import { ONCE, unavailable, type TaskType } from '../task-type.js';

const common = {
  category: 'engagement',
  periods: ONCE,
  configSchema: object(
    {
      appName: line('Name of the app.', 100),
      storeUrls: list('Where the app is found.', httpUrl('Address in an app store.'), 5),
      instructions,
    },
    ['appName', 'storeUrls'],
  ),
  inputSchema: object({ screenshotFileId: fileId('Screenshot of the installed app.') }, ['screenshotFileId']),
  ...unavailable('file uploads'),
} as const;

/** Spec 2.4 "engagement": a mobile app, proven by a screenshot. */
export const appInstallTaskTypes: TaskType[] = [
  {
    ...common,
    id: 'engagement_app_install',
    name: 'Mobile App Install',
    automation: { level: 'manual' },
    methods: ['manual'],
  },
  {
    ...common,
    id: 'engagement_app_install_ai',
    name: 'App Install + AI Verify',
    automation: { level: 'review' },
    methods: ['ai_verify', 'hybrid_ai', 'manual'],
  },
];
