import type { Outcome } from '../../catalog/definition/outcome.js';

/** engagement_terms_accept: the accepted version is the current one. */
export function termsAccepted(config: { version: string }, inputs: { version: string }): Outcome {
  return inputs.version === config.version
    ? { kind: 'pass' }
    : { kind: 'fail', code: 'TERMS_VERSION_MISMATCH', detail: `Version ${config.version} is in force; read it again.` };
}
