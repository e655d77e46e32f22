/** Script of the page /docs; the other files are beside this one. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Quest platform API</title>
<link rel="stylesheet" href="./docs/ui/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="./docs/ui/swagger-ui-bundle.js"></script>
<script src="./docs/start.js"></script>
</body>
</html>
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
        placeholder: 'Search in paths, summaries and operationIds',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }) => layoutActions.updateFilter(target.value),
      });
      return React.createElement('div', { className: 'filter wrapper' }, input);
    },
  },
});

SwaggerUIBundle({
  url: './openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  filter: true,
  plugins: [Search],
});
`;
