import { describeUnless } from '@questp/testing';
import { prepared } from './prepared.js';

// Parts start the platform when they are imported.
if ('missing' in prepared) describeUnless(prepared.missing, 'the platform in containers', () => it.todo('runs'));
else await import('./parts.js');
