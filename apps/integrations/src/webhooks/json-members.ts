import { MAX_JSON_LEVELS, parseJson } from '@questp/messages/language';

/** Longest name, text or number that is kept, in bytes; longer ones are read over. */
const MAX_KEPT = 256;

const [TAB, LF, CR, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const WHITE_SPACE: ReadonlySet<number> = new Set([TAB, LF, CR, SPACE]);
const ENDS_LITERAL: ReadonlySet<number> = new Set([...WHITE_SPACE, COMMA, ARRAY_END, OBJECT_END]);
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** The tokens that may follow; `item` and `member` also allow the end of the array or object. */
type Next = 'value' | 'item' | 'name' | 'member' | 'colon' | 'comma' | 'nothing';

type Path = readonly string[];

interface Level {
  isObject: boolean;
  /** Of the member that is read. */
  name: string;
  /** Those that are asked for below the members above. */
  paths: readonly Path[];
}

/**
 * Reads scalar members of objects from JSON that comes in pieces. It holds the members that are asked for and a level for
 * each array and object that is open, whatever the size of the text. Escapes are checked in the texts that are kept.
 */
export class JsonMembers {
  private readonly levels: Level[] = [];
  private next: Next = 'value';
  private isInString = false;
  private isEscaped = false;
  private isInLiteral = false;
  /** Of the string that is read; undefined: it is not kept. */
  private kept: Buffer[] | undefined;
  private keptBytes = 0;
  private literal = '';
  private isBroken = false;
  private readonly found = new Map<Path, unknown>();

  constructor(private readonly paths: readonly Path[]) {}

  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.isBroken; at += 1) {
      if (this.isInString) at = this.readString(chunk, at);
      else if (this.isInLiteral) at = this.readLiteral(chunk, at);
      else this.readMark(chunk, at);
    }
  }

  /** The members in an object; undefined for a text that is not JSON, or too deep. */
  end(): object | undefined {
    if (this.isInLiteral) this.endLiteral();
    if (this.isBroken || this.isInString || this.next !== 'nothing') return undefined;
    const whole: Record<string, unknown> = {};
    for (const [path, value] of this.found) {
      let at = whole;
      for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
      at[path.at(-1) ?? ''] = value;
    }
    return whole;
  }

  /** Returns the place of the last byte that was read. */
  private readString(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) {
        this.keep(chunk, from, at);
        this.endString();
        return at;
      } else if (byte < SPACE) this.isBroken = true;
    }
    this.keep(chunk, from, chunk.length);
    return chunk.length;
  }

  private readLiteral(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && !ENDS_LITERAL.has(chunk[at] as number)) at += 1;
    this.literal += chunk.toString('latin1', from, at);
    if (this.literal.length > MAX_KEPT) this.isBroken = true;
    if (at === chunk.length) return at;
    this.endLiteral();
    return at - 1;
  }

  private readMark(chunk: Buffer, at: number): void {
    const byte = chunk[at] as number;
    if (WHITE_SPACE.has(byte)) return;
    const level = this.levels.at(-1);
    const takesValue = this.next === 'value' || this.next === 'item';
    if (byte === QUOTE && (takesValue || this.next === 'name' || this.next === 'member')) {
      this.isInString = true;
      const isKept = takesValue ? this.wanted() !== undefined : (level?.paths.length ?? 0) > 0;
      this.kept = isKept ? [] : undefined;
      this.keptBytes = 0;
    } else if ((byte === OBJECT || byte === ARRAY) && takesValue) this.open(byte === OBJECT);
    else if (byte === OBJECT_END && level?.isObject === true && (this.next === 'member' || this.next === 'comma'))
      this.close();
    else if (byte === ARRAY_END && level?.isObject === false && (this.next === 'item' || this.next === 'comma'))
      this.close();
    else if (byte === COLON && this.next === 'colon') this.next = 'value';
    else if (byte === COMMA && this.next === 'comma') this.next = level?.isObject === true ? 'name' : 'value';
    else if (takesValue && !ENDS_LITERAL.has(byte) && byte !== COLON) {
      this.isInLiteral = true;
      this.literal = String.fromCharCode(byte);
    } else this.isBroken = true;
  }

  private open(isObject: boolean): void {
    const { levels } = this;
    if (levels.length === MAX_JSON_LEVELS) this.isBroken = true;
    const above = levels.at(-1);
    const below = above?.isObject === false ? [] : (above?.paths ?? this.paths);
    const paths = below.filter((path) => above === undefined || path[levels.length - 1] === above.name);
    levels.push({ isObject, name: '', paths: isObject ? paths : [] });
    this.next = isObject ? 'member' : 'item';
  }

  private close(): void {
    this.levels.pop();
    this.endValue();
  }

  private endValue(): void {
    this.next = this.levels.length === 0 ? 'nothing' : 'comma';
  }

  private keep(chunk: Buffer, from: number, to: number): void {
    if (this.kept === undefined) return;
    this.keptBytes += to - from;
    // A copy does not hold the chunk.
    if (this.keptBytes <= MAX_KEPT) this.kept.push(Buffer.from(chunk.subarray(from, to)));
    else this.kept = undefined;
  }

  private endString(): void {
    this.isInString = false;
    const value = this.kept && this.parse(`"${Buffer.concat(this.kept).toString()}"`);
    if (this.next === 'value' || this.next === 'item') return this.endScalar(value);
    const level = this.levels.at(-1);
    if (level !== undefined) level.name = typeof value === 'string' ? value : '';
    this.next = 'colon';
  }

  private endLiteral(): void {
    this.isInLiteral = false;
    if (LITERAL.test(this.literal)) this.endScalar(this.wanted() && this.parse(this.literal));
    else this.isBroken = true;
  }

  private endScalar(value: unknown): void {
    const path = this.wanted();
    if (value !== undefined && path !== undefined) this.found.set(path, value);
    this.endValue();
  }

  private parse(json: string): unknown {
    try {
      return parseJson(json);
    } catch {
      this.isBroken = true;
      return undefined;
    }
  }

  /** The path of the value that is read, if it is asked for. */
  private wanted(): Path | undefined {
    const level = this.levels.at(-1);
    return level?.paths.find((path) => path.length === this.levels.length && path.at(-1) === level.name);
  }
}
