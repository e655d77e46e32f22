/** SHA-256 of the Wasm of both contracts in a release, lowercase hex, as in contracts/artifacts/checksums.txt. */
export interface Release {
  factory: string;
  escrow: string;
}

/** Releases of the contracts, the newest first. */
export const RELEASES: readonly Release[] = [
  {
    factory: '8d0c47642d25c3901c7e7728ccfe1eaf15162be7c416e9debca37164dcacb439',
    escrow: 'f7773b9e34d7cfb79ef2e6b6b588bd016585fc65845adac0673e5050b4b0e654',
  },
];
