import { gateway } from './service.js';

await gateway.run();
