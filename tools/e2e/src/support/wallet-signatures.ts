/** Signatures of real wallets over fixed texts; the first two hash with sha256, the others with keccak-256. */
export const REAL_WALLET_SIGNATURES = [
  {
    chainId: 'cosmoshub-4',
    address: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    message: 'cosmos1m9l358xunhhwds0568za49mzhvuxx9uxre5tud',
    pubkey: 'A/MdHVpitzHNSdD1Zw3kY+L5PEIPyd9l6sD5i4aIfXp9',
    signature: 'vb78/y129cOiWyQkeFF8wCKZsOyzjpILnpEVZ72o5YUhEOmQZzVPcbUqWPLR7aZQ20j6vnYhIuCQN0HEG3igFg==',
  },
  {
    chainId: 'osmosis-1',
    address: 'osmo1xc6unv7l44lh5md7l6meg5shq93ww23sch8ag6',
    message: 'Hi from CosmeES! This is a test message just to prove that the wallet is working.',
    pubkey: 'A8i9vMNUGcTtUgpbmiZqcFtsIrPZ6n8ZYN4/PVRlQvGr',
    signature: 'nvlcV0x0Ge8ADXLSAQGtfMw6EJkOfpmkDxgP7UI79uR8MhnAOp9T+e+ofgW9kY4bEIr0yhyBG+vSVAZRv9uCxA==',
  },
  {
    chainId: 'injective-1',
    address: 'inj1ys3hr2a6sn3wwqsmmrk8pgrvk58e8wrn6zn44m',
    message: 'Hi from CosmeES! This is a test message just to prove that the wallet is working.',
    pubkey: 'AmGjuPKUsuIAuGgJ3xH7KGWlSU9cwVnsesrwWwyYLbMg',
    signature: '+7PNZm4XxKtpvZA+HqxpMKJgZcqA2w3WVSheLGvzrrIBJZGOTdcpBT7wLUhluY46EokTeRRWUaBDSv2vVoEdfw==',
  },
  {
    chainId: 'evmos_9001-2',
    address: 'evmos1mr4ajt2a6syhjlks06uu6n9ryhwayr60xh5es6',
    message: 'hello',
    pubkey: 'A49QBDS9TWR4QrruJ5H59NNG+WRQUn3PklKLaIkRrww2',
    signature: 'D7jFyvhUP1BOKla/3xpFShfbHR0YOqdtHeA7S1wfqlISmC4wEt6pBQdZqcEdHhgvhYSID355otY0+EbzAyGzzQ==',
  },
];
