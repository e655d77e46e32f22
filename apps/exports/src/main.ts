import { exports } from './service.js';

await exports.run();
