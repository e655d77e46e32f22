import { PICTURE_TYPES } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import { fileId } from './evidence.js';
import type { EvidenceInput } from './facts.js';
import { httpUrl, type JsonObject } from './json-schema.js';
import { isSamePage } from './link-subject.js';

/** Inputs of a type whose act leaves nothing that a reviewer could open. */
export const actionProof = {
  link: httpUrl('Link that shows it; this or a screenshot is needed once a reviewer decides.'),
  screenshotFileId: fileId('Screenshot that shows it; this or a link is needed once a reviewer decides.'),
};

/** The other parts of such a type. */
export const provenAction = {
  proof: ['link', 'screenshotFileId'],
  checkInputs: (config: JsonObject, { link }: { link?: string }): FieldError[] =>
    link !== undefined && namesPage(config, link)
      ? [fieldError('/link', 'NOT_ALLOWED', {}, 'The page that the quest is about proves nothing.')]
      : [],
  exampleInputs: { link: 'https://example.org/my-proof' },
} as const;

export const screenshot = (_config: object, { screenshotFileId }: { screenshotFileId?: string }): EvidenceInput[] =>
  screenshotFileId === undefined
    ? []
    : [{ pointer: '/screenshotFileId', fileId: screenshotFileId, contentTypes: PICTURE_TYPES }];

/** True if a member of the configuration is the address of the same page. */
export const namesPage = (config: JsonObject, link: string): boolean =>
  Object.values(config).some((value) => typeof value === 'string' && URL.canParse(value) && isSamePage(value, link));
