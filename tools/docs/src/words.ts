import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hiddenSubjects } from './hidden-words.js';

/** Vague phrases that came back often, and what to write. */
const PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bchallenge for people\b/i, 'CAPTCHA'],
  [/\bways? to sign in\b/i, 'sign-in method'],
  [/\bunless told\b/i, '"by default", or "unless set"'],
  [/\bit changes nothing\b/i, 'nothing: GET is safe'],
  [/\brepeated, it\b/i, '"A repeated call returns ..."'],
  [/\bgood (?:for \d+ \w+ and )?once\b/i, '"works once"'],
  [/\bholds for \d+ (?:minutes|seconds)\b/i, '"expires in ..."'],
  [/\basks for a sign-in\b/i, '"requires a sign-in"'],
  [/\bof what was sent is\b|\bis not known here\b/i, 'the rule: "Must be ..."'],
];

/** Besides, in what clients read: the subject is named. */
const API_PHRASES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  ...PHRASES,
  [/\bwhoever\b/i, 'the user, caller or client'],
  [/\b(?:is|are|was|were|be) told\b/i, 'what is sent, published or returned, and by whom'],
  [/\bthe own\b/i, '"your ..."'],
  [/\bhanded in\b/i, 'submitted'],
  [/\bfor people\b/i, 'nothing, or what it is shown for'],
  [/\bgiven (?:back|out|up)\b/i, 'returned, issued, failed'],
  [/\bbroken off\b/i, 'aborted'],
];

const SUMMARY = /^[A-Z][a-z]+(?<!s)[ ,]/;

export interface Finding {
  where: string;
  text: string;
  instead: string;
}

const findIn = (where: string, text: string, phrases = PHRASES): Finding[] =>
  phrases
    .filter(([phrase]) => phrase.test(text))
    .map(([phrase, instead]) => ({ where, text: phrase.exec(text)?.[0] ?? '', instead }));

/** Vague phrases in the texts of the OpenAPI document, and summaries that do not begin with an imperative. */
export function vagueApiTexts(document: unknown, where = '#'): Finding[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]: [string, unknown]) => {
    const place = `${where}/${name}`;
    if (typeof value !== 'string') return name === 'example' ? [] : vagueApiTexts(value, place);
    if (name !== 'summary' && name !== 'description') return [];
    const isImperative = name !== 'summary' || SUMMARY.test(value);
    return [
      ...findIn(place, value, API_PHRASES),
      ...(isImperative ? [] : [{ where: place, text: value, instead: 'an imperative verb: "Create a campaign"' }]),
    ];
  });
}

const filesOf = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !/^tools\/docs\/src\/(?:hidden-)?words|\/generated\/|^docs\/reference\//.test(file));

/** Vague phrases in source and pages, by line. */
export function vagueLines(): Finding[] {
  return filesOf('*.ts', '*.mjs', '*.md').flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) => findIn(`${file}:${index + 1}`, line));
  });
}

/** Hidden subjects in titles, comments and names. */
export function hiddenSubjectsInSource(): Finding[] {
  return filesOf('*.ts', '*.mjs', '*.sql').flatMap((file) =>
    hiddenSubjects(file, readFileSync(file, 'utf8')).map(({ line, text, instead }) => ({
      where: `${file}:${line}`,
      text,
      instead,
    })),
  );
}
