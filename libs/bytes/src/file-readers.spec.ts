import { AppError, type FileReader } from '@questp/messages/language';
import { FileReaders } from './file-readers.js';

const reader = (caller: string, more: Partial<FileReader> = {}): FileReader => ({
  ...{ caller, isAnonymous: true, headersOnly: false, knownEtags: [] },
  ...more,
});
const codeOf = (work: () => unknown) => {
  try {
    return work() === undefined ? 'no place' : 'place';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe('the slots of readers', () => {
  it('are limited per caller, without affecting other callers', () => {
    const readers = new FileReaders(2);
    const given = [readers.admit(reader('10.0.0.1')), readers.admit(reader('10.0.0.1'))];
    expect(codeOf(() => readers.admit(reader('10.0.0.1')))).toBe('RATE_LIMITED');
    expect(codeOf(() => readers.admit(reader('10.0.0.2')))).toBe('place');
    given[0]?.();
    given[0]?.();
    expect(codeOf(() => readers.admit(reader('10.0.0.1')))).toBe('place');
    expect(codeOf(() => readers.admit(reader('10.0.0.1')))).toBe('RATE_LIMITED');
  });

  it('of callers without a token are limited apart from those of others', () => {
    const readers = new FileReaders(2);
    for (let n = 0; n < 500; n += 1) {
      for (const again of [1, 2])
        expect([again, codeOf(() => readers.admit(reader(`address ${n}`)))]).toEqual([again, 'place']);
    }
    expect(codeOf(() => readers.admit(reader('another address')))).toBe('SERVICE_UNAVAILABLE');
    expect(codeOf(() => readers.admit(undefined))).toBe('SERVICE_UNAVAILABLE');
    expect(codeOf(() => readers.admit(reader('svcuser_1', { isAnonymous: false })))).toBe('place');
  });

  it('are not used by requests without a body', () => {
    const readers = new FileReaders(1);
    const admit = (more: Partial<FileReader>, etag?: string) => codeOf(() => readers.admit(reader('one', more), etag));
    expect(admit({ headersOnly: true })).toBe('no place');
    expect(admit({ knownEtags: ['"a"', '"b"'] }, '"b"')).toBe('no place');
    expect(admit({ knownEtags: ['*'] }, '"b"')).toBe('no place');
    expect(admit({ knownEtags: ['*'] })).toBe('place');
    expect(admit({ knownEtags: ['"a"'] }, '"b"')).toBe('RATE_LIMITED');
  });
});
