import { FILE_TYPES, PICTURE_TYPES, type FileType } from '@questp/messages/integrations';
import { FORMS } from '@questp/messages/language';
import { choice, id, list, text, type JsonSchema } from './json-schema.js';
import type { EvidenceInput } from './facts.js';
import { review } from './reviewed-proof.js';

export const EXAMPLE_FILE_ID = '0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';

export const fileId = (description: string): JsonSchema<string> =>
  id(text(description, 36, { pattern: FORMS.uuid.pattern.source }));

export const fileIds = (description: string, most: number): JsonSchema<string[]> =>
  list(description, fileId('Id of a confirmed upload of evidence.'), most);

export const contentTypes = (description: string): JsonSchema<FileType[]> =>
  list(description, choice('Media type of a file.', FILE_TYPES), FILE_TYPES.length);

/** The files that a list of ids names. */
export const listedEvidence = (
  pointer: string,
  fileIds: readonly string[],
  contentTypes: readonly FileType[],
): EvidenceInput[] => fileIds.map((fileId, index) => ({ pointer: `${pointer}/${index}`, fileId, contentTypes }));

/** The parts of a type that is proven by a reviewed screenshot, `screenshotFileId` of the inputs. */
export const reviewedScreenshot = {
  available: true,
  rule: review,
  proof: ['screenshotFileId'],
  facts: {
    evidence: (_config: object, { screenshotFileId }: { screenshotFileId: string }): EvidenceInput[] => [
      { pointer: '/screenshotFileId', fileId: screenshotFileId, contentTypes: PICTURE_TYPES },
    ],
  },
} as const;
