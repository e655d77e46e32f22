export const SOCKET_PATH = '/socket.io/';
/** Of a client that polls, as socket.io-client does first unless told. */
export const ONLY_WEBSOCKET = { detail: "Sockets are WebSocket alone: connect with transports: ['websocket']." };
