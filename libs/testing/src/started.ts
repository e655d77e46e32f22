type Hook = (run: () => unknown) => void;
declare const beforeAll: Hook;
declare const afterAll: Hook;

/**
 * What the tests of a `describe` share: started before the first of them, stopped after the last. Its members exist while
 * the tests and hooks run, not while the suite is described.
 */
export function started<Shared extends { stop: () => unknown }>(start: () => Promise<Shared>): Shared {
  let shared: Shared | undefined;
  beforeAll(async () => {
    shared = await start();
  });
  afterAll(() => shared?.stop());
  const running = (): Shared => {
    if (shared === undefined) throw new Error('It is not started: use it in a test or a hook');
    return shared;
  };
  return new Proxy({} as Shared, {
    get: (_, name) => {
      const member: unknown = Reflect.get(running(), name);
      return typeof member === 'function' ? (member.bind(running()) as unknown) : member;
    },
    set: (_, name, value) => Reflect.set(running(), name, value),
  });
}
