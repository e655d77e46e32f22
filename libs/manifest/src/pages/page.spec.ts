import { page, state, table, time } from './index.js';

describe('a page for people', () => {
  it('has a language, a viewport, an icon and a heading, and shows its title as text', () => {
    const text = page({ title: 'Mails <b>', content: '<p>None</p>' });
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(text).toContain('<link rel="icon" href="data:image/svg+xml;base64,');
    expect(text).toContain('<h1>Mails &lt;b&gt;</h1>\n<p>None</p>');
    expect(text).not.toContain('<b>');
  });

  it('names the column at every cell, for screens on which rows become blocks', () => {
    expect(table(['Code', 'Meaning'], [{ id: 'A', cells: ['<code>A</code>', 'First'] }])).toContain(
      '<tr id="A"><td data-column="Code"><code>A</code></td><td data-column="Meaning">First</td></tr>',
    );
  });

  it('shows times in words, with their zone', () => {
    expect(time('2026-11-28T08:55:03.123Z')).toBe(
      '<time datetime="2026-11-28T08:55:03.123Z">28 Nov 2026, 08:55:03 UTC</time>',
    );
  });

  it('shows states in words as well as in colour', () => {
    expect(state('bad', 'down')).toBe('<span class="bad">down</span>');
  });
});
