import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const THRESHOLD_BYTES = 1_024;
/** Of 11 levels. At this one Brotli takes about as much CPU time as gzip. */
const BROTLI_QUALITY = 4;

/**
 * Compresses answers above 1 KB for clients that accept it. Await it before routes are added; a route can opt out
 * (`compress: false`).
 */
export async function registerCompression(instance: FastifyInstance): Promise<void> {
  await instance.register(compress, {
    globalDecompression: false,
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
