import { replayCommand } from '@questp/events';
import { failStart } from '@questp/service';
import { SCHEMA } from './platform/platform.module.js';

try {
  await replayCommand('notifier', SCHEMA);
} catch (error) {
  failStart('notifier replay-events', error);
}
