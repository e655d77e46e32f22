// The health check of a container: `node health.mjs live`, or `ready`. It fails unless the service answers 200.
const { INTERNAL_HOST, HEALTH_PORT } = process.env;
const host = INTERNAL_HOST === '0.0.0.0' ? '127.0.0.1' : INTERNAL_HOST;
const { ok } = await fetch(`http://${host}:${HEALTH_PORT}/health/${process.argv[2]}`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => ({ ok: false }));
process.exitCode = ok ? 0 : 1;
