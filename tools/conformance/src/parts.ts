import { CLIENTS } from './clients.js';
import { redocly, spectral } from './lint.js';
import { pages } from './pages.js';
import type { Part } from './part.js';
import { SCHEMATHESIS } from './schemathesis.js';
import { verifyPage } from './verify-page.js';

/** In this order: what changes the platform comes last. */
export const PARTS: Part[] = [spectral, redocly, verifyPage, pages, ...CLIENTS, ...SCHEMATHESIS];
