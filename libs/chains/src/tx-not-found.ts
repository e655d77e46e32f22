/**
 * Whether a node says that it has no transaction of this hash. A status or the words "not found" alone may come from a
 * proxy or a wrong path. SDK 0.46 and later and CometBFT 1.0 say `tx not found: <hash>`; earlier ones, and the RPC up to
 * CometBFT 0.38, `tx (<hash>) not found`.
 *
 * @param hash upper-case hex
 */
export function saysTxNotFound(words: string, hash: string): boolean {
  const said = words.slice(0, 500).toUpperCase();
  return said.includes(`TX NOT FOUND: ${hash}`) || said.includes(`TX (${hash}) NOT FOUND`);
}
