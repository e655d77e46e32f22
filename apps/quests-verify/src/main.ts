import { questsVerify } from './service.js';

await questsVerify.run();
