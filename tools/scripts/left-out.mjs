/** Packages that are not bundled: native ones, and those that esbuild cannot follow. */
export const LEFT_OUT = ['@node-rs/argon2', 'jsonc-parser', 'secp256k1', 'sharp'];
