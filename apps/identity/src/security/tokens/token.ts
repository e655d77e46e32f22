import { TOKEN_PREFIX, type PrincipalFamily } from '@questp/messages/access';
import { newSecret } from '@questp/service';

/** A new token of the family: its prefix and 256 random bits as 43 characters of base64url. */
export const newToken = (family: PrincipalFamily): string => TOKEN_PREFIX[family] + newSecret();
