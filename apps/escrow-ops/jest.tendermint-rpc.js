/** Stands for `@cosmjs/tendermint-rpc` in specs; jest.cosmjs-environment.js provides it. */
export const { Comet38Client } = globalThis.tendermintRpc;
