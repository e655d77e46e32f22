import { freePort, isPortTaken } from './free-port.js';

describe('freePort', () => {
  it('gives no port twice, however many ask at once and before any of them is bound', async () => {
    const ports = await Promise.all(Array.from({ length: 100 }, () => freePort()));
    expect(new Set(ports).size).toBe(100);
    expect(await Promise.all(ports.map(isPortTaken))).not.toContain(true);
  });
});
