export { BYTES_CONFIG, BytesServer } from './bytes-server.js';
export { fetchBytes, sendBytes } from './bytes-client.js';
