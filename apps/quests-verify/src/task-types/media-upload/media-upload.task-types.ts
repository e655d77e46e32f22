import { fileId, instructions } from '../common-fields.js';
import { integer, list, object, text } from '../json-schema.js';
import { ANY_PERIOD, unavailable, type TaskType } from '../task-type.js';

const common = {
  category: 'content',
  periods: ANY_PERIOD,
  configSchema: object({ instructions, maxFiles: integer('Files the earner may hand in.', 1, 5, { default: 1 }) }, [
    'instructions',
  ]),
  inputSchema: object(
    {
      fileIds: list('Uploaded files.', fileId('Id of a confirmed upload.'), 5),
      note: text('A note for the reviewer.', 1000),
    },
    ['fileIds'],
  ),
  ...unavailable('file uploads'),
} as const;

/** Spec 2.4 "Content": uploads judged by a reviewer. */
export const mediaUploadTaskTypes: TaskType[] = [
  {
    ...common,
    id: 'content_media_upload',
    name: 'Media / Screenshot Upload',
    automation: { level: 'manual' },
    methods: ['manual'],
  },
  {
    ...common,
    id: 'content_media_upload_ai',
    name: 'Media Upload + AI Verify',
    automation: { level: 'review' },
    methods: ['ai_verify', 'hybrid_ai', 'manual'],
  },
];
