/** Signatures of real wallets; the first two keys hash with sha256, the others with keccak-256. */
export const WALLET_SIGNATURES = [
  {
    chainId: 'cosmoshub-4',
    address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    message: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    pubkeyBase64: 'A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9',
    signatureBase64: 'vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==',
  },
  // Keplr on Osmosis: github.com/coinhall/cosmes (MIT), src/codec/verify.test.ts
  {
    chainId: 'osmosis-1',
    address: 'osmo1xc6unv7l44lh5md7l6meg5shq93ww23sch8ag6',
    message: 'Hi from CosmeES! This is a test message just to prove that the wallet is working.',
    pubkeyBase64: 'A8i9vMNUGcTtUgpbmiZqcFtsIrPZ6n8ZYN4/PVRlQvGr',
    signatureBase64: 'nvlcV0x0Ge8ADXLSAQGtfMw6EJkOfpmkDxgP7UI79uR8MhnAOp9T+e+ofgW9kY4bEIr0yhyBG+vSVAZRv9uCxA==',
  },
  // Keplr on Injective: the same file
  {
    chainId: 'injective-1',
    address: 'inj1ys3hr2a6sn3wwqsmmrk8pgrvk58e8wrn6zn44m',
    message: 'Hi from CosmeES! This is a test message just to prove that the wallet is working.',
    pubkeyBase64: 'AmGjuPKUsuIAuGgJ3xH7KGWlSU9cwVnsesrwWwyYLbMg',
    signatureBase64: '+7PNZm4XxKtpvZA+HqxpMKJgZcqA2w3WVSheLGvzrrIBJZGOTdcpBT7wLUhluY46EokTeRRWUaBDSv2vVoEdfw==',
  },
  // Keplr on Evmos: github.com/chainapsis/keplr-wallet, issue 707
  {
    chainId: 'evmos_9001-2',
    address: 'evmos1mr4ajt2a6syhjlks06uu6n9ryhwayr60xh5es6',
    message: 'hello',
    pubkeyBase64: 'A49QBDS9TWR4QrruJ5H59NNG+WRQUn3PklKLaIkRrww2',
    signatureBase64: 'D7jFyvhUP1BOKla/3xpFShfbHR0YOqdtHeA7S1wfqlISmC4wEt6pBQdZqcEdHhgvhYSID355otY0+EbzAyGzzQ==',
  },
];
