import type { FileInfo } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import type { EvidenceInput } from '../../catalog/definition/facts.js';

/** Errors of submitted files whose type is not accepted at their place in the inputs. */
export function evidenceErrors(inputs: readonly EvidenceInput[], files: readonly FileInfo[]): FieldError[] {
  const typeOf = new Map(files.map(({ id, contentType }) => [id, contentType]));
  return inputs.flatMap(({ pointer, fileId, contentTypes }) =>
    contentTypes.some((type) => type === typeOf.get(fileId))
      ? []
      : [fieldError(pointer, 'NOT_ALLOWED', { allowed: [...contentTypes] })],
  );
}
