import { commandFor } from './unreadable-node.js';

describe('the command that replaces the page', () => {
  it('has every option that the page was given', () => {
    const wanted = { subject: 'c-1', node: 'http://127.0.0.1:1317', api: 'https://quests.example', chainId: 'local-1' };
    expect(commandFor({ ...wanted, factory: 'wasm1f', checksum: 'ab', admin: null })).toBe(
      'npm run -s verify -- c-1 --node http://127.0.0.1:1317 --api https://quests.example --chain local-1 ' +
        '--factory wasm1f --checksum ab --admin none',
    );
  });

  it('quotes values that contain shell characters', () => {
    expect(commandFor({ subject: "c-1'; rm -rf ~ #", node: 'http://n.example/?a&b' })).toBe(
      "npm run -s verify -- 'c-1'\\''; rm -rf ~ #' --node 'http://n.example/?a&b'",
    );
    expect(commandFor({ subject: '--offline' })).toBe("npm run -s verify -- '--offline'");
  });
});
