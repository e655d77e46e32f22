import { PICTURE_TYPES, type FileInfo, type FileType } from '@questp/messages/integrations';
import { evidenceErrors } from './evidence-rule.js';

const file = (id: string, contentType: FileType): FileInfo => ({
  ...{ id, contentType, purpose: 'evidence', size: 1, sha256: '0'.repeat(64) },
  ...{ width: null, height: null, confirmedAt: '2026-01-01T00:00:00.000Z' },
});
const input = (pointer: string, fileId: string, contentTypes: readonly FileType[]) => ({
  pointer,
  fileId,
  contentTypes,
});
const files = [file('a', 'image/png'), file('b', 'application/pdf')];

describe('files that are handed in', () => {
  it('are accepted if the field allows their type', () => {
    const inputs = [
      input('/x/0', 'a', PICTURE_TYPES),
      input('/y', 'b', ['application/pdf']),
      input('/z', 'a', ['image/png']),
    ];
    expect(evidenceErrors(inputs, files)).toEqual([]);
  });

  it('are reported with the allowed types if the field does not allow their type', () => {
    expect(evidenceErrors([input('/x/0', 'a', PICTURE_TYPES), input('/x/1', 'b', PICTURE_TYPES)], files)).toEqual([
      expect.objectContaining({ pointer: '/x/1', code: 'NOT_ALLOWED', allowed: [...PICTURE_TYPES] }),
    ]);
  });

  it('are refused if they are unknown', () => {
    expect(evidenceErrors([input('/x/0', 'c', PICTURE_TYPES)], files)).toMatchObject([{ pointer: '/x/0' }]);
  });
});
