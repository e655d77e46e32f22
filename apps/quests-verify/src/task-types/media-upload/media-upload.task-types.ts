import { defineFamily } from '../family/define-family.js';
import { fieldError, PICTURE_TYPES, type FieldError, type FileType } from '@questp/messages';
import { instructions } from '../../catalog/definition/common-fields.js';
import {
  contentTypes,
  EXAMPLE_FILE_ID,
  fileIds,
  listedEvidence,
  reviewedEvidence,
} from '../../catalog/definition/evidence.js';
import { integer, object } from '../../catalog/definition/json-schema.js';
import { note } from '../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD } from '../../catalog/definition/task-type.js';

type UploadConfig = { maxFiles: number; contentTypes: FileType[] };
type UploadInputs = { fileIds: string[] };

const MOST_FILES = 5;

const common = {
  category: 'content',
  periods: ANY_PERIOD,
  configSchema: object(
    {
      instructions,
      maxFiles: integer('Files the earner may hand in.', 1, MOST_FILES, { default: 1 }),
      contentTypes: contentTypes('What a file may be; pictures by default.', { default: PICTURE_TYPES }),
    },
    ['instructions'],
  ),
  inputSchema: object({ fileIds: fileIds('Uploaded files.', MOST_FILES), note }, ['fileIds']),
  checkInputs: ({ maxFiles }: UploadConfig, { fileIds }: UploadInputs): FieldError[] =>
    fileIds.length > maxFiles ? [fieldError('/fileIds', 'LENGTH', { max: maxFiles, unit: 'items' })] : [],
  ...reviewedEvidence,
  evidence: ({ contentTypes }: UploadConfig, { fileIds }: UploadInputs) =>
    listedEvidence('/fileIds', fileIds, contentTypes),
  exampleConfig: { instructions: 'Show your node with its height.', maxFiles: 2 },
  exampleInputs: { fileIds: [EXAMPLE_FILE_ID], note: 'Taken this morning.' },
} as const;

/** Spec 2.4 "Content": uploads judged by a reviewer. */
export const mediaUpload = defineFamily({
  types: [
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
  ],
});
