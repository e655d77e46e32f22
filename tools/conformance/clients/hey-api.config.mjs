export default {
  input: process.env.API_DOCUMENT,
  output: { path: 'client', importFileExtension: '.js' },
  logs: 'silent',
};
