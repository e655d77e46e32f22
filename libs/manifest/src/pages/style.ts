/** The mark of every page. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b3bb3"/>' +
  '<path d="M9 16.5l5 5 9.5-11" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>\n';

/** Colours of the light scheme, with the contrast of WCAG AA. */
export const LIGHT = `--text: #1b1b1f;
  --quiet: #55555f;
  --ground: #fff;
  --raised: #f3f3f7;
  --line: #d5d5de;
  --link: #3b3bb3;
  --good: #14672d;
  --warning: #7a4a00;
  --bad: #a8120c;`;

/**
 * The look of every page. Colours have the contrast of WCAG AA in both schemes; on narrow screens the rows of a table
 * become blocks, in which each cell stands under its column's name.
 */
export const STYLE = `:root {
  color-scheme: light dark;
  ${LIGHT}
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8e8ee;
    --quiet: #b0b0bc;
    --ground: #17171b;
    --raised: #232329;
    --line: #42424c;
    --link: #b3b3ff;
    --good: #7fd698;
    --warning: #f0c060;
    --bad: #ff9d94;
  }
}
[hidden] {
  display: none !important;
}
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: break-word;
}
main {
  max-width: 72rem;
  margin: auto;
  padding: 1rem;
}
h1 {
  margin: 0.5rem 0 1rem;
  font-size: 1.75rem;
  line-height: 1.2;
}
h2 {
  margin: 2rem 0 0.5rem;
  font-size: 1.25rem;
}
a,
summary {
  color: var(--link);
}
code,
pre {
  font: 0.9em/1.5 ui-monospace, monospace;
}
code,
bdi {
  overflow-wrap: anywhere;
}
pre {
  padding: 1rem;
  background: var(--raised);
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th,
td {
  padding: 0.4rem 1rem 0.4rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
th {
  color: var(--quiet);
  font-weight: 600;
}
tr:target {
  background: var(--raised);
}
button,
input,
select {
  box-sizing: border-box;
  max-width: 100%;
  min-height: 2.5rem;
  padding: 0.3rem 0.9rem;
  border: 1px solid var(--quiet);
  border-radius: 0.4rem;
  background: var(--raised);
  color: var(--text);
  font: inherit;
}
.good,
.warning,
.bad {
  font-weight: 600;
}
.good {
  color: var(--good);
}
.warning {
  color: var(--warning);
}
.bad {
  color: var(--bad);
}
.quiet {
  color: var(--quiet);
}
@media (max-width: 48rem) {
  thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  table,
  tbody,
  tr,
  td {
    display: block;
  }
  tr {
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--line);
  }
  td {
    padding: 0.1rem 0;
    border: 0;
  }
  td:empty {
    display: none;
  }
  td[data-column]::before {
    display: block;
    color: var(--quiet);
    font: 600 0.8rem/1.4 system-ui, sans-serif;
    content: attr(data-column);
  }
}
`;
