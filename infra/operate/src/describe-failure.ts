import { rootOf } from '@larksong/service-kit/status';

const SERVER_AWAY = 'the S3 server cannot be reached; check its address, and whether it runs';
const UNTRUSTED =
  'the certificate of the S3 server is not trusted; for an authority of your own, set NODE_EXTRA_CA_CERTS';
/** Responses without a body say no more than this. */
const REFUSED = 'the S3 server refuses the keys; check them, and their rights to it';
const NO_OWNER = 'the user of this site has no access to it; check the owner of the folder';
const NO_FOLDER = 'it, or a part of its path, is a file';

/** The meaning of error codes of S3 servers and systems, and the remedy. */
const MEANINGS: Partial<Record<string, string>> = {
  InvalidAccessKeyId: 'the S3 server does not know the access key',
  SignatureDoesNotMatch: 'the secret key does not belong to the access key',
  RequestTimeTooSkewed: 'the clocks of this machine and of the S3 server differ',
  AccessDenied: REFUSED,
  AllAccessDisabled: REFUSED,
  Forbidden: REFUSED,
  NoSuchBucket: 'the S3 server has no such bucket',
  InvalidBucketName: 'S3 servers do not accept this bucket name',
  ENOTFOUND: 'the name of the S3 server is unknown; check its address',
  EAI_AGAIN: 'the name of the S3 server could not be looked up; check this machine’s network',
  ECONNREFUSED: SERVER_AWAY,
  ECONNRESET: SERVER_AWAY,
  ETIMEDOUT: SERVER_AWAY,
  EHOSTUNREACH: SERVER_AWAY,
  ENETUNREACH: SERVER_AWAY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'the certificate of the S3 server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the S3 server is for another name; check its address',
  EPROTO: 'the S3 server does not use https, or its address is another one',
  EACCES: NO_OWNER,
  EPERM: NO_OWNER,
  EROFS: 'it is read-only',
  EEXIST: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
};

/** Returns a sentence for a place, a folder or a bucket, that failed: why, in words if its code is known. */
export function describeFailure(place: string, error: unknown): string {
  const { code, problem } = rootOf(error);
  const meaning = MEANINGS[code];
  return meaning === undefined
    ? `${place} cannot be used (${problem}).`
    : `${place} cannot be used: ${meaning}.`;
}
