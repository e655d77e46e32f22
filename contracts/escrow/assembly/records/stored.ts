import { Bytes, RecordReader, panic, storageGet } from '@questp/std/assembly';

/** A value that has to be there: the contract has written it before. */
export function readStored(key: Bytes): Bytes {
  const stored = storageGet(key);
  if (!stored) panic('a record is missing');
  return stored!;
}

/** Reads a record behind its first byte, which has to be `layout`. */
export function readRecord(key: Bytes, layout: u8): RecordReader {
  const reader = RecordReader.of(readStored(key));
  if (reader.u8() != layout) panic('a record has an unknown layout');
  return reader;
}
