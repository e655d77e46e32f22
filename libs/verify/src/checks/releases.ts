/** SHA-256 of the Wasm of both contracts in a release, lowercase hex, as in the files checksums.txt of contracts/artifacts. */
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
  {
    factory: '6b83927b4a385a192c279e20d039086960e3de560e3a0794b2380da71d1dc30c',
    escrow: '39cd0e18da7006350966cb3a953caab596053be930b4afb1db8c5d8dac776a5d',
  },
  {
    factory: 'dbbbc807e2483cbabf01534a148de915de9e33bf257baf1d18355e548700724f',
    escrow: '8a56c68cb0947100144bb98c6ee0cf798a92681149e1c09acc73c3a63f0a74c0',
  },
];
