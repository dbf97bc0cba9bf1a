import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { NEST_COOKIE, NEST_STREAM_COOKIE, STREAM_COOKIE } from '@larksong/contracts';

import type { GenuineToken } from './attacks.ts';
import { rawCall } from './raw-call.ts';
import { processOf } from './signing-key.ts';
import { findSiteProcesses, originOf } from './site-processes.ts';

/** A call of an OpenAPI description. */
export interface DescribedCall {
  operationId: string;
  method: string;
  path: string;
  /** The schemes that the description names; empty for calls that need no token. */
  schemes: string[];
  /** Whether it also answers callers without a token. */
  isOptional: boolean;
}

interface Description {
  paths: Record<string, Record<string, { operationId: string; security?: Record<string, unknown>[] }>>;
}

/** Returns all calls of a version's description, those that end sessions last. */
export async function listDescribedCalls(root: string): Promise<DescribedCall[]> {
  const { paths } = JSON.parse(await readFile(join(root, 'docs/openapi.json'), 'utf8')) as Description; // generated
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security = [] }]) => ({
      ...{ operationId, path, method: method.toUpperCase() },
      schemes: security.flatMap((scheme) => Object.keys(scheme)),
      isOptional: security.some((scheme) => Object.keys(scheme).length === 0),
    })),
  );
  const ends = ({ operationId }: DescribedCall) => (operationId === 'endHandOver' ? 1 : 0);
  return calls.toSorted((a, b) => ends(a) - ends(b));
}

const ID = '0198f3c2-7a1e-7d40-b1c9-0000000000ff';

/** Makes a call with an unused id and an empty body; returns its status and code. */
export async function callWith(
  origin: string,
  { method, path }: Pick<DescribedCall, 'method' | 'path'>,
  headers: Record<string, string>,
): Promise<{ status: number; code: string | undefined }> {
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: {} };
  const url = origin + path.replaceAll(/\{\w+\}/g, ID);
  const { status, code } = await rawCall(url, method, { headers, ...body });
  return { status, code };
}

/** Returns the ways in which a client can send a token: where it belongs, and where it does not. */
export function listWays(token: string): Record<string, Record<string, string>> {
  const nest = `${NEST_COOKIE}=1`;
  return {
    'as bearer': { authorization: `Bearer ${token}` },
    'as bearer, with the cookie': { authorization: `Bearer ${token}`, cookie: nest },
    'as the stream cookie of an account': { cookie: `${STREAM_COOKIE}=${token}` },
    'as the stream cookie of a nest': { cookie: `${NEST_STREAM_COOKIE}=${token}` },
    'as the stream cookie of a nest, with the cookie': { cookie: `${nest}; ${NEST_STREAM_COOKIE}=${token}` },
    'as both stream cookies': { cookie: `${STREAM_COOKIE}=${token}; ${NEST_STREAM_COOKIE}=${token}` },
  };
}

/** Returns whether a call wants a token, and leaves the sessions of the test as they are. */
export const wantsToken = ({ schemes, operationId }: DescribedCall) =>
  schemes.length > 0 && operationId !== 'endHandOver'; // it would end the others
/** Ways to the private song, for which the token must not count. */
export const listStreams = (song: string): DescribedCall[] =>
  ['rights', 'master.m3u8', '360p/playlist.m3u8', 'thumbnail.jpg'].map((name) => ({
    ...{
      operationId: name,
      method: 'GET',
      path: `/hls/${song}/${name}`,
      schemes: ['bearer'],
      isOptional: false,
    },
  }));

/** Returns the origins of a site and of each of its services. */
export async function listOrigins(url: string): Promise<string[]> {
  const processes = await findSiteProcesses(url);
  return [url, ...['auth', 'catalog', 'game'].map((service) => originOf(processOf(processes, service)))];
}

/** Returns tokens of which type, audience and claims do not belong together. */
export function mintStrange(
  mint: (token: Pick<GenuineToken, 'header' | 'claims'>) => string,
  genuine: Record<'superadmin' | 'nest' | 'door', GenuineToken>,
): Record<string, string> {
  const claimed = { ...genuine, 'nest with a role': { ...genuine.nest, claims: roleOf(genuine) } };
  const own = Object.values(genuine).map(
    ({ header, claims }) => `${String(header['typ'])} ${String(claims['aud'])}`,
  );
  const types = ['at+jwt', 'nest+jwt', 'door+jwt', 'nest-stream+jwt', 'guest+jwt', 'JWT'];
  const audiences = ['larksong', 'larksong-nest', 'larksong-door', 'larksong-nest-stream', 'larksong-guest'];
  const minted_: Record<string, string> = {};
  for (const [name, { header, claims }] of Object.entries(claimed))
    for (const typ of types)
      for (const aud of audiences) {
        const isGenuine = header['typ'] === typ && claims['aud'] === aud && own.includes(`${typ} ${aud}`);
        if (!isGenuine || name === 'nest with a role')
          minted_[`${name}, ${typ}, ${aud}`] = mint({
            header: { ...header, typ },
            claims: { ...claims, aud },
          });
      }
  // It is a nest's with more claims, which its check does not read.
  delete minted_['nest with a role, nest+jwt, larksong-nest'];
  return minted_;
}

function roleOf({
  superadmin: { claims },
  nest,
}: Record<'superadmin' | 'nest', GenuineToken>): GenuineToken['claims'] {
  return { ...nest.claims, role: 'superadmin', username: claims['username'], sub: claims['sub'] };
}

/** Returns whether a call is answered as one whose token counts. */
const isAdmitted = ({ status, code }: { status: number; code: string | undefined }) =>
  status !== 401 && code !== 'NOT_FOUND' && code !== 'VIDEO_NOT_FOUND';

/** Tries each token in each way at each call that wants one. Returns the calls that admitted it. */
export async function findAdmitted(
  origins: string[],
  calls: DescribedCall[],
  named: Record<string, string>,
): Promise<{ tries: number; admitted: string[] }> {
  let tries = 0;
  const admitted: string[] = [];
  for (const [name, token] of Object.entries(named))
    for (const call of calls)
      for (const [way, headers] of Object.entries(listWays(token))) {
        if (!way.startsWith('as bearer') && call.isOptional) continue; // a visitor, whose cookies say nothing
        for (const origin of origins) {
          const answer = await callWith(origin, call, headers);
          tries += 1;
          if (answer.status >= 500)
            throw new Error(`${name} ${way} at ${call.operationId}: ${answer.status}`);
          if (isAdmitted(answer)) admitted.push(`${name} ${way}: ${call.operationId}`);
        }
      }
  return { tries, admitted: [...new Set(admitted)].toSorted() };
}
