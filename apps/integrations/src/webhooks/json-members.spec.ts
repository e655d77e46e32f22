import { JsonMembers } from './json-members.js';

const PATHS = [['action'], ['sender', 'id'], ['pull_request', 'user', 'id']] as const;

/** The members of a text that comes in pieces of a size. */
function read(text: string, size = text.length): object | undefined {
  const members = new JsonMembers(PATHS);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) members.write(bytes.subarray(at, at + size));
  return members.end();
}

describe('members of JSON that is read in chunks', () => {
  const whole = JSON.stringify({
    ...{ action: 'clos"ed\\ \u{1f600}é', number: 3, title: 'x"y\\'.repeat(100), sender: { login: 'a', id: 7 } },
    list: [{ action: 'other', sender: { id: 1 } }, [], {}, [[-1.5e-7, true, false, null]]],
    pull_request: { merged: true, body: '{"sender":{"id":1}}', user: { id: 9, login: 'b' }, head: { user: { id: 2 } } },
  });
  const found = {
    action: 'clos"ed\\ \u{1f600}é',
    sender: { id: 7 },
    pull_request: { user: { id: 9 } },
  };

  it.each([1, 2, 3, 7, 1_000_000])('members of JSON are returned as requested, from chunks of %i bytes', (size) => {
    expect(read(whole, size)).toEqual(found);
    expect(read(JSON.stringify(JSON.parse(whole), null, 2), size)).toEqual(found);
  });

  it('members of JSON are of any scalar type; the last of two counts, as in JSON.parse', () => {
    expect(read('{"action":null,"sender":{"id":1},"sender":{"id":false}}')).toEqual({
      action: null,
      sender: { id: false },
    });
    expect(read('{"action":{"x":1},"sender":[7],"pull_request":{"user":"x"}}')).toEqual({});
    expect(read(`{"action":"${'x'.repeat(1_000)}"}`)).toEqual({});
    expect(read('{"\\u0061ction":1}')).toEqual({ action: 1 });
  });

  it.each(['[]', 'null', '"star"', ' 12 ', '{}', `${'['.repeat(64)}${']'.repeat(64)}`])(
    'members of JSON are none in %s',
    (text) => {
      expect(read(text)).toEqual({});
      expect(read(text, 1)).toEqual({});
    },
  );

  it.each([
    ...['', ' ', '{', '[1,', '[1,]', '{"a":1,}', '{"a"}', '{"a":}', '{a:1}', '{"a":1]', '[1}', '[1 2]', '{} {}', '"x'],
    ...['nul', 'truefalse', '01', '1.', '+1', '{"a":1}}', ']', ',', ':', '{"action":"\\x"}', '"\n"', '{,}', '[,]'],
    `${'['.repeat(65)}${']'.repeat(65)}`,
  ])('members of JSON are undefined for %s, which is invalid or nested too deeply', (text) => {
    expect(read(text)).toBeUndefined();
    expect(read(text, 1)).toBeUndefined();
  });

  it('use bounded memory, however often a member is repeated', () => {
    const members = new JsonMembers(PATHS);
    members.write(Buffer.from('{"sender":{"id":7}'));
    const more = Buffer.from(`,"action":"created","${'n'.repeat(1_000)}":"${'v'.repeat(65_536)}"`.repeat(10));
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 40; n += 1) members.write(more);
    members.write(Buffer.from('}'));
    expect(members.end()).toEqual({ action: 'created', sender: { id: 7 } });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
  });
});
