/** Markers (ITU-T T.81, B.1.1.3), each after a byte 0xFF. */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
/** Baseline and extended: each scan has all coefficients of its components. */
const isSequentialFrame = (marker: number) => marker === 0xc0 || marker === 0xc1;
const isApplication = (marker: number) => (marker & 0xf0) === 0xe0;
/** Of a picture; a progressive one has some dozens. */
const MAX_SEGMENTS = 1_000;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * A JPEG as its standard has it: without bytes between segments and after the end, without metadata, with the only scan
 * parameters that a sequential picture can have, and with an end. Cameras, phones and scanners write such files, and
 * every viewer shows them. A strict decoder reports only the first of several warnings, so it could not be asked
 * whether the picture is broken as well. A content that has no such structure is returned as it is.
 */
export function plainJpeg(content: Buffer): Buffer {
  const parts: Buffer[] = [content.subarray(0, 2)];
  let isSequential = false;
  let at = nextMarker(content, 2);
  while (at < content.length && content[at + 1] !== EOI) {
    const marker = content[at + 1] as number;
    const end = at + 2 + (at + 4 <= content.length ? content.readUInt16BE(at + 2) : 0);
    if (marker === SOI || end > content.length || end < at + 4 || parts.length > MAX_SEGMENTS) return content;
    if (isSequentialFrame(marker)) isSequential = true;
    if (marker === SOS) {
      const next = nextMarker(content, end);
      parts.push(isSequential ? withWholeSpectrum(content.subarray(at, end)) : content.subarray(at, end));
      parts.push(content.subarray(end, next));
      at = next;
      continue;
    }
    if (!isApplication(marker) && marker !== COM) parts.push(content.subarray(at, end));
    at = nextMarker(content, end);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, EOI])]);
}

/**
 * Position of the next marker, which is neither a stuffed byte nor a restart inside of a scan. `indexOf` would take ten
 * times as long where every byte is 0xFF.
 */
function nextMarker(content: Buffer, from: number): number {
  for (let at = from; at + 1 < content.length; at += 1) {
    if (content[at] !== 0xff) continue;
    const marker = content[at + 1] as number;
    if (marker !== 0 && marker !== 0xff && !isRestart(marker)) return at;
  }
  return content.length;
}

/** Ss, Se, Ah and Al are the last three bytes of the header of a scan. */
function withWholeSpectrum(header: Buffer): Buffer {
  return Buffer.concat([header.subarray(0, -3), Buffer.from([0, 63, 0])]);
}
