import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

export interface SigningKey {
  /** The public half. */
  jwk: JWK;
  sign(claims: JWTPayload): Promise<string>;
}

async function makeSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' },
    sign: async (claims) => await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  };
}

let made: Promise<SigningKey> | undefined;

/** One for the process. */
export const signingKey = (): Promise<SigningKey> => (made ??= makeSigningKey());
