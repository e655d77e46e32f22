/**
 * Content for `memory.data<u8>([...])`. A string literal would take twice the room and a header, and member names and
 * error sentences together are a sixth of a contract.
 */
export function asciiBytes(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length !== text.length) throw new Error(`not ASCII: ${text}`);
  return [...bytes].join(', ');
}
