import { notifier } from './service.js';

await notifier.run();
