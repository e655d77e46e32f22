const { API_DOCUMENT, API_URL } = process.env;

module.exports = {
  questp: {
    input: API_DOCUMENT,
    output: { target: 'client/index.ts', client: 'fetch', mode: 'single', baseUrl: API_URL },
  },
};
