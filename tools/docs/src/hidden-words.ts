/** Words that hide who does what, in titles of specs, comments and names. */
const WORDS = 'told|tells?|somebody|nobody|whoever|whom';

const PHRASE = new RegExp(String.raw`\b(?:${WORDS}|what is|that there is)\b`, 'giu');

const IN_SQL = new RegExp(String.raw`\b(?:\w+_)?(?:${WORDS})(?:_\w+)?\b`, 'giu');

const IN_CONSTANT = new RegExp(String.raw`\b(?:[A-Z\d]+_)*(?:${WORDS.toUpperCase()})(?:_[A-Z\d]+)*\b`, 'gu');

const CAPITALISED = WORDS.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase());

/** Names in camel case, as `tellUser`, `TellUser` and `usersTold`. */
const IN_CAMEL_CASE = new RegExp(
  String.raw`\b(?:(?:${WORDS}|${CAPITALISED})(?=[A-Z])\w*|\w+(?:${CAPITALISED})(?![a-z])\w*)`,
  'gu',
);

const LIMIT = /\b(?:[A-Z\d]+_)*(?:MOST|LARGEST|LONGEST|LEAST)_[A-Z\d_]+\b/gu;

/** Columns of released migrations, which are never edited. */
const RELEASED: ReadonlySet<string> = new Set(['told_at', 'told_status', 'toldStatus']);

const COMMENT = /(?<=^|\s)\/\/.*|\/\*[^]*?\*\//gmu;

/** The text that a test or a group begins with: `it('…'`, `it.each(…)('…'`, `describe(`…``. */
const TITLE = /(?:\b(?:describe|it|test)(?:\.\w+)*|\)|`)\(\s*(?<quote>['"`])(?:\\.|(?!\k<quote>)[^\\])*\k<quote>\s*,/gu;

export interface HiddenSubject {
  line: number;
  text: string;
  instead: string;
}

const SUBJECT = 'the subject and a standard verb';

/** Where a file hides a subject, or names a limit in another form than MAX_ and MIN_. */
export function hiddenSubjects(file: string, source: string): HiddenSubject[] {
  const lineAt = (index: number) => source.slice(0, index).split('\n').length;
  const matches = (text: string, words: RegExp, instead: string, offset = 0): HiddenSubject[] =>
    [...text.matchAll(words)]
      .filter(([match]) => !RELEASED.has(match))
      .map((match) => ({ line: lineAt(offset + match.index), text: match[0], instead }));
  const within = (parts: RegExp) =>
    [...source.matchAll(parts)].flatMap((part) => matches(part[0], PHRASE, SUBJECT, part.index));

  // Released migrations keep their comments as well.
  if (file.endsWith('.sql'))
    return matches(
      source.replace(/--.*/gu, (text) => ' '.repeat(text.length)),
      IN_SQL,
      SUBJECT,
    );
  const code = source.replace(COMMENT, (text) => text.replace(/[^\n]/gu, ' '));
  return [
    ...within(COMMENT),
    ...within(TITLE),
    ...(file.endsWith('.repository.ts') ? matches(code, IN_SQL, SUBJECT) : matches(code, IN_CONSTANT, SUBJECT)),
    ...matches(code, IN_CAMEL_CASE, SUBJECT),
    ...matches(code, LIMIT, 'MAX_ or MIN_'),
  ];
}
