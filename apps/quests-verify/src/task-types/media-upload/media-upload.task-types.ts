import { defineFamily } from '../family/define-family.js';
import { PICTURE_TYPES } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import { instructions } from '../../catalog/definition/common-fields.js';
import { contentTypes, EXAMPLE_FILE_ID, fileIds, listedEvidence } from '../../catalog/definition/evidence.js';
import { integer, object, type ValueOf, withDefault } from '../../catalog/definition/json-schema.js';
import { note, review } from '../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';

const MAX_FILES = 5;

const config = object(
  {
    instructions,
    maxFiles: withDefault(integer('Files the earner may hand in.', 1, MAX_FILES), 1),
    contentTypes: withDefault(contentTypes('What a file may be; pictures by default.'), [...PICTURE_TYPES]),
  },
  ['instructions'],
);
const inputs = object({ fileIds: fileIds('Uploaded files.', MAX_FILES), note }, ['fileIds']);
type UploadConfig = ValueOf<typeof config>;
type UploadInputs = ValueOf<typeof inputs>;

const common = {
  category: 'content',
  periods: ANY_PERIOD,
  config,
  inputs,
  proof: ['fileIds'],
  checkInputs: ({ maxFiles }: UploadConfig, { fileIds }: UploadInputs): FieldError[] =>
    fileIds.length > maxFiles ? [fieldError('/fileIds', 'LENGTH', { max: maxFiles, unit: 'items' })] : [],
  available: true,
  facts: {
    evidence: ({ contentTypes }: UploadConfig, { fileIds }: UploadInputs) =>
      listedEvidence('/fileIds', fileIds, contentTypes),
  },
  rule: review,
  exampleConfig: { instructions: 'Show your node with its height.', maxFiles: 2 },
  exampleInputs: { fileIds: [EXAMPLE_FILE_ID], note: 'Taken this morning.' },
} as const;

/** Spec 2.4 "Content": uploads judged by a reviewer. */
export const mediaUpload = defineFamily({
  types: [
    defineTaskType({
      ...common,
      id: 'content_media_upload',
      name: 'Media / Screenshot Upload',
      automation: { level: 'manual' },
      methods: ['manual'],
    }),
    defineTaskType({
      ...common,
      id: 'content_media_upload_ai',
      name: 'Media Upload + AI Verify',
      automation: { level: 'review' },
      methods: ['ai_verify', 'hybrid_ai', 'manual'],
    }),
  ],
});
