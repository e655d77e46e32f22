import { decrypt, encrypt, NotAuthentic } from './envelope.js';
import type { MasterKeys } from './master-keys.js';
import { Secret } from './secret.js';

/** Location of a secret, authenticated with it: an envelope does not open in another place. */
export interface SecretLocation {
  provider: string;
  owner: string;
  field: string;
}

const VERSION = 'v1';

/** Seals and opens secrets as `v1.<key id>.<nonce, ciphertext and tag in base64url>`. Only the vault has the keys. */
export class Vault {
  readonly current: string;

  constructor(private readonly keys: MasterKeys) {
    const [first] = keys.keys();
    if (first === undefined) throw new Error('A vault needs a key');
    this.current = first;
  }

  seal(place: SecretLocation, secret: Secret): string {
    const sealed = encrypt(this.key(this.current), Buffer.from(secret.reveal()), aadOf(place));
    return [VERSION, this.current, sealed.toString('base64url')].join('.');
  }

  /** @throws NotAuthentic; Error if the key is missing */
  open(place: SecretLocation, envelope: string): Secret {
    const [version, id, sealed, ...more] = envelope.split('.');
    if (version !== VERSION || id === undefined || sealed === undefined || more.length > 0) throw new NotAuthentic();
    return new Secret(decrypt(this.key(id), Buffer.from(sealed, 'base64url'), aadOf(place)).toString());
  }

  /** @throws Error that names the missing keys */
  requireKeys(ids: readonly string[]): void {
    const missing = ids.filter((id) => !this.keys.has(id));
    if (missing.length === 0) return;
    throw new Error(`MASTER_KEYS lacks ${missing.join(', ')}, with which stored secrets are sealed`);
  }

  private key(id: string) {
    const key = this.keys.get(id);
    if (key === undefined) throw new Error(`MASTER_KEYS lacks ${id}`);
    return key;
  }
}

const aadOf = ({ provider, owner, field }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([provider, owner, field]));
