/** The game's own sounds (specification section 7). */
export const EFFECTS = {
  match: '/Audio/match.mp3',
  error: '/Audio/error.mp3',
  victory: '/Audio/victory.mp3',
} as const;
export type Effect = keyof typeof EFFECTS;

/** "Find two that belong together", spoken. */
export const INVITATION = '/Audio/invitation.mp3';

/** Statuses that mean the server does not have the file; any other error may pass. */
const ABSENT = [400, 404, 410];

/**
 * Fetches a picture or a sound; undefined if the server does not have it. Rejects if it is not available at the moment,
 * for example without a network.
 */
export async function fetchMedium(address: string): Promise<Response | undefined> {
  const response = await fetch(address);
  if (response.ok) return response;
  if (ABSENT.includes(response.status)) return undefined;
  throw new Error(`${address} returned status ${response.status}`);
}
