import type { FileInfo } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import type { EvidenceInput } from '../../catalog/definition/facts.js';

/** What is wrong with files that were handed in: each has to be what is taken where its id stands. */
export function evidenceErrors(inputs: readonly EvidenceInput[], files: readonly FileInfo[]): FieldError[] {
  const typeOf = new Map(files.map(({ id, contentType }) => [id, contentType]));
  return inputs.flatMap(({ pointer, fileId, contentTypes }) =>
    contentTypes.some((type) => type === typeOf.get(fileId))
      ? []
      : [fieldError(pointer, 'NOT_ALLOWED', { allowed: [...contentTypes] })],
  );
}
