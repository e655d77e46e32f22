import { Bytes, RecordReader, panic, present, storageGet } from '@questp/std/assembly';

/** A value that the contract has written before. */
export function readStored(key: Bytes): Bytes {
  return present(storageGet(key));
}

/** Reads a record behind its first byte, which has to be `layout`. */
export function readRecord(key: Bytes, layout: u8): RecordReader {
  const reader = RecordReader.of(readStored(key));
  if (reader.u8() != layout) panic('a record has an unknown layout');
  return reader;
}
