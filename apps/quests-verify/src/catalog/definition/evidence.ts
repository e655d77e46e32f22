import { FILE_TYPES, FORMS, PICTURE_TYPES, type FileType } from '@questp/messages';
import { choice, list, object, text, type JsonSchema } from './json-schema.js';
import type { EvidenceInput } from './facts.js';
import { review } from './reviewed-proof.js';

export const EXAMPLE_FILE_ID = '0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b';

export const fileId = (description: string): JsonSchema =>
  text(description, 36, { pattern: FORMS.uuid.pattern.source });

export const fileIds = (description: string, most: number): JsonSchema =>
  list(description, fileId('Id of a confirmed upload of evidence.'), most);

export const contentTypes = (description: string, more: JsonSchema = {}): JsonSchema =>
  list(description, choice('Media type of a file.', FILE_TYPES), FILE_TYPES.length, more);

/** The files of a list of ids. */
export const listedEvidence = (
  pointer: string,
  fileIds: readonly string[],
  contentTypes: readonly FileType[],
): EvidenceInput[] => fileIds.map((fileId, index) => ({ pointer: `${pointer}/${index}`, fileId, contentTypes }));

/** The parts of a type whose proof is in files that a reviewer looks at. */
export const reviewedEvidence = { available: true, facts: ['evidence'], rule: review } as const;

type ScreenshotInputs = { screenshotFileId: string };

/** The parts of a type whose proof is a screenshot that a reviewer looks at. @param inputs members of the inputs beside it */
export function reviewedScreenshot(description: string, inputs: Record<string, JsonSchema> = {}) {
  return {
    inputSchema: object({ ...inputs, screenshotFileId: fileId(description) }, [
      ...Object.keys(inputs),
      'screenshotFileId',
    ]),
    ...reviewedEvidence,
    evidence: (_config: object, { screenshotFileId }: ScreenshotInputs): EvidenceInput[] => [
      { pointer: '/screenshotFileId', fileId: screenshotFileId, contentTypes: PICTURE_TYPES },
    ],
  } as const;
}
