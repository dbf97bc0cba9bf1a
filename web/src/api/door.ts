import { createStore, useStore } from '../lib/store.ts';

/** What the grown-up's door is: shut, open, or shut because its time is over. */
export type DoorState = 'shut' | 'open' | 'over';

/** The token is kept in the memory of this page only, and ends with it. */
let token: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const door = createStore<DoorState>('shut');

/** Returns whether the door is open, and re-renders when that changes. */
export function useDoor(): DoorState {
  return useStore(door);
}

/** Returns the token of the open door; null if it is shut. */
export function findDoorToken(): string | null {
  return token;
}

/** Keeps the door open with a token, for so long at most. */
export function keepDoorOpen(doorToken: string, seconds: number): void {
  token = doorToken;
  clearTimeout(timer);
  timer = setTimeout(() => shutDoor('over'), seconds * 1000);
  window.addEventListener('pagehide', () => shutDoor(), { once: true }); // the browser may keep the page
  door.set('open');
}

/** Shuts the door. */
export function shutDoor(state: Exclude<DoorState, 'open'> = 'shut'): void {
  token = null;
  clearTimeout(timer);
  door.set(state);
}
