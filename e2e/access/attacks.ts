import { createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Json = Record<string, unknown>;

/** The parts of a token issued by the site. */
export interface GenuineToken {
  header: Json;
  claims: Json;
  signature: string;
}

const NOBODY = '00000000-0000-7000-8000-000000000000';
/** Prefix of a 32-byte Ed25519 public key in its SubjectPublicKeyInfo (RFC 8410). */
const SPKI_PREFIX = '302a300506032b6570032100';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json; // made by the site
const nowSeconds = () => Math.floor(Date.now() / 1000);
const stranger = generateKeyPairSync('ed25519');
const strangerJwk = stranger.publicKey.export({ format: 'jwk' });

/** Splits a token into its header, claims and signature. */
export function split(token: string): GenuineToken {
  const [header, claims, signature = ''] = token.split('.');
  return { header: decode(header), claims: decode(claims), signature };
}

function forge(header: Json, claims: Json, key: KeyObject = stranger.privateKey): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

function forgeHmac(header: Json, claims: Json, secret: string | Buffer): string {
  const text = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/**
 * Returns forgeries possible without the key, by their trick. `superadmin` and `member` are genuine, `jwk` is public.
 */
export function listForgeries(genuine: { superadmin: GenuineToken; member: GenuineToken; jwk: Json }) {
  return { ...listKeyTricks(genuine.superadmin, genuine.jwk), ...listAlterations(genuine) };
}

/** Returns tokens with signatures that a careless verifier would accept. */
function listKeyTricks({ header, claims, signature }: GenuineToken, jwk: Json): Record<string, string> {
  const publicBytes = Buffer.from(String(jwk['x']), 'base64url');
  const spki = Buffer.concat([Buffer.from(SPKI_PREFIX, 'hex'), publicBytes]).toString('base64');
  const pem = `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`;
  const away = 'http://127.0.0.1:9/keys.json';
  return {
    'alg none': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
    'alg none, with a signature': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.${signature}`,
    'alg NoNe': `${encode({ ...header, alg: 'NoNe' })}.${encode(claims)}.AA`,
    'HS256 with the public key as PEM': forgeHmac(header, claims, pem),
    'HS256 with the public key as bytes': forgeHmac(header, claims, publicBytes),
    'HS256 with the public key as JSON': forgeHmac(header, claims, JSON.stringify(jwk)),
    'HS256 with an empty secret': forgeHmac(header, claims, ''),
    'key in the header': forge({ ...header, jwk: strangerJwk }, claims),
    'key in the header, without kid': forge({ alg: 'EdDSA', typ: 'at+jwt', jwk: strangerJwk }, claims),
    'key by address (jku)': forge({ ...header, jku: away }, claims),
    'key by address, without kid': forge({ alg: 'EdDSA', typ: 'at+jwt', jku: away, x5u: away }, claims),
    'key in the header, of a raised role': forge(
      { ...header, jwk: strangerJwk },
      { ...claims, role: 'superadmin' },
    ),
    'kid of another key in the header': forge(
      { ...header, kid: 'mine', jwk: { ...strangerJwk, kid: 'mine' } },
      claims,
    ),
    'certificate by address (x5u)': forge({ ...header, x5u: away }, claims),
    'certificate in the header (x5c)': forge({ ...header, x5c: ['AAAA'] }, claims),
    'unknown kid': forge({ ...header, kid: 'unknown' }, claims),
    'kid as a path': forge({ ...header, kid: '../../../../dev/null' }, claims),
    'kid as SQL': forge({ ...header, kid: "' or 1=1 --" }, claims),
    'no kid': forge({ alg: 'EdDSA', typ: 'at+jwt' }, claims),
    'signature of a stranger': forge(header, claims),
    'critical extension of a stranger': forge({ ...header, crit: ['b64'], b64: false }, claims),
  };
}

/** Returns modified genuine tokens and malformed ones. */
function listAlterations({ superadmin, member }: { superadmin: GenuineToken; member: GenuineToken }) {
  const { header, claims, signature } = superadmin;
  const body = `${encode(header)}.${encode(claims)}`;
  const asMember = (changes: Json) =>
    `${encode(member.header)}.${encode({ ...member.claims, ...changes })}.${member.signature}`;
  return {
    'raised role': asMember({ role: 'superadmin' }),
    'another user': asMember({ sub: claims['sub'] }),
    'another session': asMember({ sid: claims['sid'], role: 'superadmin' }),
    prolonged: asMember({ exp: nowSeconds() + 86_400 }),
    'no signature': `${body}.`,
    'two parts': body,
    'four parts': `${body}.${signature}.${signature}`,
    'one bit of the signature': `${body}.${flipBit(signature)}`,
    'encrypted (JWE)': `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`,
    'huge token': `${encode({ ...header, pad: 'x'.repeat(6000) })}.${encode(claims)}.${signature}`,
    'larger than the limit for all headers': `${encode({ ...header, pad: 'x'.repeat(60_000) })}.${encode(claims)}.AA`,
    'deep JSON': `${Buffer.from('['.repeat(3000)).toString('base64url')}.${encode(claims)}.${signature}`,
    'not JSON': `${randomBytes(20).toString('base64url')}.${randomBytes(20).toString('base64url')}.AAAA`,
    'JSON null': `${encode(null)}.${encode(null)}.AAAA`,
    garbage: 'garbage',
    dots: '..',
  };
}

/** Returns tokens with a valid signature of the site and another flaw, which only the other checks detect. */
export function listMinted({ header, claims }: GenuineToken, key: KeyObject): Record<string, string> {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([key_]) => key_ !== name));
  return {
    'wrong issuer': forge(header, { ...claims, iss: 'elsewhere' }, key),
    'no issuer': forge(header, without('iss'), key),
    'wrong audience': forge(header, { ...claims, aud: 'elsewhere' }, key),
    'no audience': forge(header, without('aud'), key),
    'wrong type': forge({ ...header, typ: 'JWT' }, claims, key),
    'no type': forge({ alg: header['alg'], kid: header['kid'] }, claims, key),
    expired: forge(header, { ...claims, exp: nowSeconds() - 1 }, key),
    'expired a day ago': forge(header, { ...claims, exp: nowSeconds() - 86_400 }, key),
    'an expiry that is not a number': forge(header, { ...claims, exp: 'never' }, key),
    'not valid for another minute': forge(header, { ...claims, nbf: nowSeconds() + 60 }, key),
    'not valid for another ten minutes': forge(header, { ...claims, nbf: nowSeconds() + 600 }, key),
    'without an expiry': forge(header, without('exp'), key),
    'without a session': forge(header, without('sid'), key),
    'without a user': forge(header, without('sub'), key),
    'session that never existed': forge(header, { ...claims, sid: NOBODY }, key),
    'session that is not an id': forge(header, { ...claims, sid: '../users' }, key),
    'critical extension': forge({ ...header, crit: ['exp'], exp: nowSeconds() + 600 }, claims, key),
  };
}

/** Returns a valid copy of a token signed with the site's key, which proves that the key is the right one. */
export function mintCopy({ header, claims }: GenuineToken, key: KeyObject): string {
  return forge(header, claims, key);
}

function flipBit(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url');
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  return bytes.toString('base64url');
}
