export { escrowOps as service } from './service.js';
