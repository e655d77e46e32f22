export { integrations as service } from './service.js';
