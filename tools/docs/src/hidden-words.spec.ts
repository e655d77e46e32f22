import { hiddenSubjects } from './hidden-words.js';

const found = (file: string, source: string) => hiddenSubjects(file, source).map(({ line, text }) => `${line} ${text}`);

describe('the check for hidden subjects', () => {
  it('finds the words in titles of specs, on one line or several', () => {
    const source = [
      "it('tells the team', () => {});",
      "it.each(['nobody', 'b'])('sends %s what is due', () => {});",
      'describe(',
      '  `a user of whom ${count} rows exist`,',
      '  () => {},',
      ');',
    ].join('\n');
    expect(found('a.spec.ts', source)).toEqual(['1 tells', '2 what is', '4 whom']);
  });

  it('finds the words in comments but not in strings and addresses', () => {
    const source = [
      "const text = 'Nobody told me: http://somebody';",
      '/**',
      ' * Whoever asks.',
      ' */',
      '// told',
    ].join('\n');
    expect(found('a.ts', source)).toEqual(['3 Whoever', '5 told']);
  });

  it('finds the words in names of constants, and limits that are not MAX_ or MIN_', () => {
    const source = 'const TOLD_USERS = 1;\nconst told = [TOLD_USERS, MOST_PAGES, LEAST_MS, MAX_PAGES, ALMOST_DONE];';
    expect(found('a.ts', source)).toEqual(['1 TOLD_USERS', '2 TOLD_USERS', '2 MOST_PAGES', '2 LEAST_MS']);
  });

  it('finds the words in names in camel case, except columns of released migrations', () => {
    const source = 'tellUser(usersTold, new TellUser(), isNobodyThere, row.toldStatus, intellij, Teller, told);';
    expect(found('a.ts', source)).toEqual(['1 tellUser', '1 usersTold', '1 TellUser', '1 isNobodyThere']);
  });

  it('finds the words in names of the SQL of repositories and migrations, except columns of released migrations', () => {
    expect(found('a.repository.ts', 'sql`WITH told AS (SELECT told_status)`')).toEqual(['1 told']);
    expect(found('a.sql', '-- Whoever reads.\nALTER TABLE a ADD told_at date, ADD told_by uuid;')).toEqual([
      '2 told_by',
    ]);
  });
});
