import { sectionsOf } from './page.js';

describe('the page of figures', () => {
  it('splits a page by its headings, except the introduction', () => {
    expect(sectionsOf('# Performance\n\nMade.\n\n## get\n\nfast\n\n| a |\n\n## check-in\n\nfair\n')).toEqual({
      get: 'fast\n\n| a |',
      'check-in': 'fair',
    });
    expect(sectionsOf('# Performance\n\nMade.\n')).toEqual({});
  });
});
