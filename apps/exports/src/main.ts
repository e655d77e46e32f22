export { exports as service } from './service.js';
