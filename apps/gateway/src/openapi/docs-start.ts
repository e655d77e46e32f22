import { LIGHT, page } from '@questp/manifest/pages';

/** The page /docs; its other files are beside this one. */
export const PAGE = page({
  title: 'Quest platform API',
  head: `<link rel="stylesheet" href="./docs/ui/swagger-ui.css">
<link rel="stylesheet" href="./docs/docs.css">
`,
  content: `<p><a href="./openapi.json">The OpenAPI document</a>, <a href="./docs/errors">all error codes</a></p>
<div id="swagger-ui"></div>
<script src="./docs/ui/swagger-ui-bundle.js"></script>
<script src="./docs/start.js"></script>`,
});

/**
 * Swagger UI has a light scheme and repeats the title. Some of its colours have too little contrast, and its list of
 * servers has no label and one entry.
 */
export const DOCS_STYLE = `:root {
  color-scheme: light;
  ${LIGHT}
}
.swagger-ui .info {
  margin: 1rem 0;
}
.swagger-ui .info hgroup.main,
.swagger-ui .servers-title,
.swagger-ui .servers {
  display: none;
}
.swagger-ui .wrapper {
  padding: 0;
}
.swagger-ui a.link {
  color: var(--link);
}
.swagger-ui .btn.authorize {
  border-color: var(--good);
  color: var(--good);
}
.swagger-ui .btn.authorize svg {
  fill: var(--good);
}
.swagger-ui .json-schema-2020-12-expand-deep-button {
  color: var(--quiet);
}
.swagger-ui .opblock.opblock-get .opblock-summary-method {
  background: #1d5ca8;
}
.swagger-ui .opblock.opblock-post .opblock-summary-method {
  background: #14672d;
}
.swagger-ui .opblock.opblock-put .opblock-summary-method {
  background: #7a4a00;
}
.swagger-ui .opblock.opblock-patch .opblock-summary-method {
  background: #0b6b60;
}
.swagger-ui .opblock.opblock-delete .opblock-summary-method {
  background: #a8120c;
}
`;

/**
 * Starts the page /docs. Its search box replaces that of Swagger UI, which searches only tags: it shows the operations
 * whose path, summary or operationId contains every word.
 */
export const START = `const textOf = (operation) =>
  [
    operation.get('path'),
    operation.getIn(['operation', 'summary']),
    operation.getIn(['operation', 'operationId']),
  ].join(' ').toLowerCase();

const matching = (tags, phrase) => {
  const words = phrase.toLowerCase().split(/\\s+/);
  const isFound = (operation) => words.every((word) => textOf(operation).includes(word));
  return tags
    .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
    .filter((tag) => tag.get('operations').size > 0);
};

const Search = ({ React }) => ({
  fn: { opsFilter: matching },
  components: {
    FilterContainer: ({ layoutSelectors, layoutActions }) => {
      const phrase = layoutSelectors.currentFilter();
      const input = React.createElement('input', {
        className: 'operation-filter-input',
        type: 'search',
        'aria-label': 'Search operations',
        placeholder: 'Search in paths, summaries and operationIds',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }) => layoutActions.updateFilter(target.value),
      });
      return React.createElement('div', { className: 'filter wrapper' }, input);
    },
  },
});

// Swagger UI puts a link into the button that opens an operation, which keyboards and screen readers cannot use.
const PlainPaths = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
});

SwaggerUIBundle({
  url: './openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  filter: true,
  plugins: [Search, PlainPaths],
});
`;
