import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import { keepDoorOpen } from '../../../api/door.ts';
import { currentNests, renewNests } from '../../../api/nest-session.ts';

/**
 * Opens the door of this device by the PIN, for five minutes at most. Throws an `ApiError` if the PIN is wrong, or if it has
 * to wait.
 */
export async function openDoor(pin: string): Promise<void> {
  const nests = currentNests();
  const { data } = await openWith(nests.refreshToken, pin).catch(async (error: unknown) => {
    // Another tab may have exchanged the token meanwhile.
    if (!(error instanceof ApiError) || error.code !== 'INVALID_REFRESH_TOKEN') throw error;
    const { refreshToken } = await renewNests(nests);
    return await openWith(refreshToken, pin);
  });
  keepDoorOpen(data.doorToken, auth.DOOR_SECONDS);
}

/** A session that has ended has no token, which the server says. */
const openWith = (refreshToken: string | null, pin: string) =>
  call(auth.openDoor, { body: { refreshToken: refreshToken ?? 'ended', pin } });
