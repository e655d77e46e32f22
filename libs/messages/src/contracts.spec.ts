import { CONTRACTS } from './contracts.js';
import { getUser } from './identity.js';
import { fieldsOf, type Contract } from './language.js';
import { setOperatorAccess } from './shared.js';

describe('contracts', () => {
  it('are found among the exports of the entry points', () => {
    expect(CONTRACTS).toEqual(expect.arrayContaining([getUser, setOperatorAccess]));
    expect(CONTRACTS.length).toBeGreaterThan(200);
  });

  it('have a subject of their own', () => {
    const subjects = CONTRACTS.map(({ subject }) => subject);
    expect(subjects.filter((subject, index) => subjects.indexOf(subject) !== index)).toEqual([]);
  });

  it('can answer INVALID_CURSOR exactly when they take a cursor', () => {
    const subjectsOf = (chosen: (of: Contract) => boolean) => CONTRACTS.filter(chosen).map(({ subject }) => subject);
    expect(subjectsOf(({ errors }) => errors.includes('INVALID_CURSOR'))).toEqual(
      subjectsOf(({ request }) => fieldsOf(request).has('cursor')),
    );
  });
});
