import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';

import { AppError } from '../base/errors.ts';

export const TOKEN_ISSUER = 'larksong';
export const TOKEN_ALGORITHM = 'EdDSA';

/** A kind of token: none is taken for another, since type and audience differ. */
export interface TokenKind {
  type: string;
  audience: string;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns the claims of a token of this kind. Throws UNAUTHENTICATED, also if a claim of `ids` is no UUID or one of
 * `others` is missing, or UNAVAILABLE if the keys cannot be fetched.
 */
export async function verifyClaims(
  token: string,
  keys: JWTVerifyGetKey,
  { kind, ids, others = [] }: { kind: TokenKind; ids: readonly string[]; others?: readonly string[] },
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: kind.audience,
      typ: kind.type,
      requiredClaims: ['sub', 'exp', ...ids, ...others],
    });
    // A call to auth with a malformed id would fail and look as if auth were unavailable.
    if (!ids.every((id) => UUID.test(String(payload[id])))) throw new AppError('UNAUTHENTICATED');
    return payload;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // jose uses its own error classes for invalid tokens; any other error means that the keys are unavailable.
    if (cause instanceof errors.JOSEError) throw new AppError('UNAUTHENTICATED', { cause });
    throw new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
  }
}
