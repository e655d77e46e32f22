export { BYTES_CONFIG, BytesServer } from './bytes-server.js';
export { bytesProvider } from './bytes-provider.js';
export { FileReaders } from './file-readers.js';
export { fetchBytes, sendBytes } from './bytes-client.js';
