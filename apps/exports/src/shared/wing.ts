import { bytesProvider } from '@questp/bytes';
import type { Wing } from '@questp/service-kit';
import { CloseCopies, copiesProvider } from './copies.js';

export const shared: Wing = { providers: [bytesProvider, copiesProvider, CloseCopies] };
