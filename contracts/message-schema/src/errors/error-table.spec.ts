import { ERRORS } from '../index.js';
import { readErrors } from '../schema-files.js';
import { errorPage } from './error-page.js';
import { errorsOf } from './error-table.js';

it('gives each contract the common errors and its own', () => {
  expect(ERRORS.factory).toHaveProperty('paused', ERRORS.escrow.paused);
  expect(ERRORS.factory).toHaveProperty('invalid_ticket');
  expect(ERRORS.escrow).not.toHaveProperty('invalid_ticket');
});

it('refuses a code that a contract has twice', () => {
  const row = { code: 'paused', text: 'twice' };
  expect(() => errorsOf({ common: [row], factory: [row], escrow: [] }, 'factory')).toThrow('paused stands there twice');
});

it('puts every error on the page', () => {
  const page = errorPage(readErrors());
  for (const [code, text] of [...Object.entries(ERRORS.factory), ...Object.entries(ERRORS.escrow)]) {
    expect(page).toContain(`| \`${code}\` | ${text} |`);
  }
});
