export const SOCKET_PATH = '/socket.io/';
/** Path of polling clients, which is the default first transport of socket.io-client. */
export const ONLY_WEBSOCKET = { detail: "Sockets are WebSocket alone: connect with transports: ['websocket']." };
