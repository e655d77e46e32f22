import { fieldsOf } from './field.js';
import { combine, omit, partial, pick } from './mapped.js';
import { OneOf, Whole } from './scalar.js';
import { Text } from './text.js';
import { messageErrors, readMessage } from '../validation/message-errors.js';

class Fields {
  @Text({ min: 3, max: 5 })
  name!: string;

  @Text({ max: 5, nullable: true })
  note!: string | null;

  @Whole({ min: 1, max: 9, default: 5 })
  size!: number;
}

class Named {
  @Text({ min: 1, max: 2 })
  name!: string;
}

const codes = (of: Parameters<typeof messageErrors>[0], value: object) =>
  messageErrors(of, value).map(({ pointer, code }) => `${pointer} ${code}`);

describe('partial', () => {
  const Change = partial(Fields);

  it('lets every member be left out, without defaults', () => {
    expect(codes(Change, {})).toEqual([]);
    expect(readMessage(Change, {})).toEqual({});
    expect(readMessage(Fields, {})).toEqual({ size: 5 });
  });

  it('keeps which members may be null, and every bound', () => {
    expect(codes(Change, { note: null })).toEqual([]);
    expect(codes(Change, { name: null, note: '123456', size: 0 })).toEqual([
      '/name TYPE',
      '/note LENGTH',
      '/size RANGE',
    ]);
  });

  it('leaves the class it was made of alone', () => {
    expect(codes(Fields, { note: null })).toEqual(['/name REQUIRED']);
  });
});

describe('pick and omit', () => {
  it('take or leave the named members', () => {
    expect([...fieldsOf(pick(Fields, 'name', 'size')).keys()]).toEqual(['name', 'size']);
    expect([...fieldsOf(omit(Fields, 'name', 'size')).keys()]).toEqual(['note']);
    expect(codes(pick(Fields, 'name'), { name: 'abc', note: null })).toEqual(['/note UNKNOWN_MEMBER']);
  });
});

describe('combine', () => {
  it('lets the later of two members of one name win', () => {
    expect(codes(combine(Fields, Named), { name: 'ab', note: null })).toEqual([]);
    expect(codes(combine(Named, Fields), { name: 'ab', note: null })).toEqual(['/name LENGTH']);
  });

  it('makes a member of a partial class required again', () => {
    expect(codes(combine(partial(Fields), pick(Fields, 'name')), {})).toEqual(['/name REQUIRED']);
  });
});

describe('a class that extends a variant', () => {
  class Leaf extends combine(Fields, Named) {
    @OneOf(['a', 'b'])
    kind!: string;
  }

  it('has its members first, with the rules that won', () => {
    expect([...fieldsOf(Leaf).keys()]).toEqual(['name', 'note', 'size', 'kind']);
    expect(codes(Leaf, { name: 'a', note: null, kind: 'a' })).toEqual([]);
    expect(codes(Leaf, { name: 'abc', note: null, kind: 'c' })).toEqual(['/name LENGTH', '/kind NOT_ALLOWED']);
  });
});
