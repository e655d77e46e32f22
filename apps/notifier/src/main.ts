export { notifier as service } from './service.js';
