/** Sounds of the game itself (specification section 7). */
export const EFFECTS = {
  match: '/Audio/match.mp3',
  error: '/Audio/error.mp3',
  victory: '/Audio/victory.mp3',
} as const;
export type Effect = keyof typeof EFFECTS;

/** Answers of a server that has no such file and will have none; all others may be better the next time. */
const ABSENT = [400, 404, 410];

/**
 * The answer with a picture or sound; undefined when the server has none. Rejects when it could not be had now, as
 * without network.
 */
export async function fetchMedium(address: string): Promise<Response | undefined> {
  const response = await fetch(address);
  if (response.ok) return response;
  if (ABSENT.includes(response.status)) return undefined;
  throw new Error(`${address} was answered with ${response.status}`);
}
