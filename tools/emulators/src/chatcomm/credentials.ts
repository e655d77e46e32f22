export const CREDENTIALS = {
  clientId: '1200000000000000001',
  clientSecret: 'emulated-chatcomm-client-secret0',
  botToken: 'MTIwMDAwMDAwMDAwMDAwMDAwMQ.emulated.chatcomm-bot-token',
};
