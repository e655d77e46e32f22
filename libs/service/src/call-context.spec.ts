import { currentContext, newCallContext, runInContext } from './call-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('newCallContext', () => {
  it("continues the caller's trace with a span of its own, and keeps its sampling flag and request id", () => {
    const { requestId, traceparent } = newCallContext('request-1', `00-${TRACE}-00f067aa0ba902b7-00`);
    expect(requestId).toBe('request-1');
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    expect(traceparent).not.toContain('00f067aa0ba902b7');
  });

  it.each([
    undefined,
    '',
    'garbage',
    `01-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01\r\nx-evil: 1`,
  ])('starts a trace when the header is %j', (header) => {
    const { traceparent } = newCallContext(undefined, header);
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(traceparent).not.toContain(TRACE);
  });

  it.each([undefined, 'short', 'x'.repeat(65), 'has space', 'line\nbreak'])(
    'makes a request id instead of %j',
    (id) => {
      expect(newCallContext(id).requestId).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('follows asynchronous work and ends with it', async () => {
    const context = newCallContext();
    await runInContext(context, async () => {
      await Promise.resolve();
      expect(currentContext()).toBe(context);
    });
    expect(currentContext()).toBeUndefined();
  });
});
