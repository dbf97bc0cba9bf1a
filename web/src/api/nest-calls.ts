import {
  ApiError,
  because,
  type Answer,
  type Call,
  type CallOptions,
  type Endpoint,
  type Input,
} from '@larksong/contracts';

import { findDoorToken, shutDoor } from './door.ts';
import { currentNests, renewNests, type Nests } from './nest-session.ts';

/**
 * Makes a call from a browser in which a nest is: with the token of the nest or of its door, or without any for those that
 * lead into a nest or out of it. All others fail here, as the gateway would refuse them. Nothing is ever asked as a visitor.
 */
export async function sendAsNest<E extends Endpoint>(
  send: Call,
  endpoint: E,
  input: Input<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  const sendWith = (token: string | null) => {
    const bearer: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    return send(endpoint, input, { ...options, headers: { ...bearer, ...options.headers } });
  };
  if (endpoint.inNest === 'open') return await sendWith(null);
  if (endpoint.access === 'door') return await sendThroughDoor(sendWith);
  if (endpoint.inNest === 'refused') throw toRefusal();
  const nests = currentNests();
  const { accessToken } = nests.accessToken === null ? await renew(nests) : nests;
  if (accessToken === null) throw toRefusal();
  try {
    return await sendWith(accessToken);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await renew(nests);
    if (renewed.accessToken === null) throw error;
    return await sendWith(renewed.accessToken);
  }
}

/** The door's token is not renewed: a refused one is over. */
async function sendThroughDoor<T>(sendWith: (token: string) => Promise<T>): Promise<T> {
  const token = findDoorToken();
  if (token === null) throw toRefusal();
  try {
    return await sendWith(token);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401 && findDoorToken() === token) shutDoor('over');
    throw error;
  }
}

async function renew(nests: Nests): Promise<Nests> {
  return nests.refreshToken === null ? nests : await renewNests(nests);
}

function toRefusal(): ApiError {
  return new ApiError({ ...because('call.failed'), status: 401 });
}
