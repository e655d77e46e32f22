import { service } from './deploy-command.js';

await service.run();
