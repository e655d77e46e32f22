import { page, table } from '@questp/manifest/pages';
import { ERROR_TABLE, FIELD_ERROR_CODES, FORMS } from '@questp/messages/language';
import { escapeUTF8 } from 'entities';

const rows = Object.entries(ERROR_TABLE).sort(([a, { status: x }], [b, { status: y }]) => x - y || (a < b ? -1 : 1));

/** docs/reference/errors.md */
export function errorsMarkdown(): string {
  const lines = rows.map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`);
  const fieldRows = Object.entries(FIELD_ERROR_CODES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  const formRows = Object.entries(FORMS).map(([form, { is }]) => `| \`${form}\` | ${is} |`);
  return `# Errors

Generated from libs/messages/src/language/errors by \`npx nx run gateway:write-docs\`.

Every error is an \`application/problem+json\` document (RFC 9457) with the members \`type\` (\`/docs/errors#<code>\`),
\`title\`, \`status\`, \`detail\`, \`instance\`, \`code\`, \`requestId\` and, for bad members, \`errors\`. A member that says nothing is
left out, never null. A code is never renamed or reused. Answers with 429 and 503 carry \`Retry-After\`.

Of the 401s, UNAUTHENTICATED means that the request has no token, or an unknown one. A session that expired is answered
with TOKEN_EXPIRED for seven days, an API key that expired or was revoked always. The token of a session that signed out
is unknown.

<!-- prettier-ignore-start -->

| Code | Status | Meaning |
| --- | --- | --- |
${lines.join('\n')}

<!-- prettier-ignore-end -->

## Codes in \`errors[]\`

Each has \`pointer\` (RFC 6901, \`?name\` of a query parameter, or \`#row=n\` of a CSV file), \`code\`, \`detail\` (a sentence
for people) and, as data, what would be taken: \`type\`, \`min\`, \`max\`, \`unit\`, \`form\`, \`allowed\`, \`after\`; or, of a
refused row, why: \`because\`.

<!-- prettier-ignore-start -->

| Code | Meaning |
| --- | --- |
${fieldRows.join('\n')}

<!-- prettier-ignore-end -->

## Forms

What \`form\` of a FORMAT error names.

<!-- prettier-ignore-start -->

| Form | The text must be |
| --- | --- |
${formRows.join('\n')}

<!-- prettier-ignore-end -->
`;
}

const code = (text: string): string => `<code>${escapeUTF8(text)}</code>`;

/** The page that the `type` of a problem points to. */
export const errorsPage = (): string =>
  page({
    title: 'Errors',
    content: `<p>The codes of <code>application/problem+json</code> answers, by status. <a href="../docs">API documentation</a></p>
${table(
  ['Code', 'Status', 'Meaning'],
  rows.map(([name, { status, title }]) => ({ id: name, cells: [code(name), String(status), escapeUTF8(title)] })),
)}`,
  });
