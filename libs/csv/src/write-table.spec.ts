import { writeTable } from './write-table.js';

describe('a table written as CSV', () => {
  const textOf = (...rows: (string | number)[][]) => writeTable(['rank', 'address'], rows);

  it('has a byte order mark, a header, and CRLF after each row', async () => {
    expect(await textOf([1, 'a'], [2, ''])).toBe('\uFEFFrank,address\r\n1,a\r\n2,\r\n');
    expect(await textOf()).toBe('\uFEFFrank,address\r\n');
  });

  it('quotes cells with a comma, a quotation mark or a line break', async () => {
    expect(await textOf([1, 'a,"b"\n'])).toBe('\uFEFFrank,address\r\n1,"a,""b""\n"\r\n');
  });
});
