import { replayCommand } from '@questp/events';
import { failStart } from '@questp/service';
import { SCHEMA } from './platform/platform.module.js';

try {
  await replayCommand('quests-verify', SCHEMA);
} catch (error) {
  failStart('quests-verify replay-events', error);
}
