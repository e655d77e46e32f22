export { identity as service } from './service.js';
