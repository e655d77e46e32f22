import { resolve } from 'node:path';

/** Holds go.mod and go.sum, which pin wasmd and everything it is built from, and requirements.txt for the tools. */
export const PINS = resolve(import.meta.dirname, '../../wasmd');
