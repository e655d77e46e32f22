import { CONTRACTS } from './contracts.js';
import { getUser } from './identity.js';
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
});
