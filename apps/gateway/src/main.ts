export { gateway as service } from './service.js';
