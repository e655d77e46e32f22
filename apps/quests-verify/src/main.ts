export { questsVerify as service } from './service.js';
