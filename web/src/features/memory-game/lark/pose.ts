/** Where the lark looks: `tilt` is in degrees, downwards, before the head is turned to its side. */
export interface Gaze {
  side: 'left' | 'right';
  tilt: number;
}

/** How the lark sits, drawn by lark.module.css: only in the dark theme it sleeps unless it is awake. */
export interface Pose extends Gaze {
  moods: readonly ('awake' | 'singing' | 'joyful')[];
}

/** It looks ahead. */
export const REST: Pose = { side: 'right', tilt: 0, moods: [] };

/** The head turns in few steps, so that it holds still while the target moves a little. */
const STEP = 10;
const HIGHEST = -30;
const LOWEST = 50;
/** It need not point at the target exactly, and cards below stay apart. */
const SHARE = 0.7;

/** Returns the gaze to a target at this distance from the head, in pixels: right and down are positive. */
export function toGaze(dx: number, dy: number): Gaze {
  const angle = (Math.atan2(dy, Math.abs(dx)) * 180) / Math.PI;
  const tilt = Math.round((angle * SHARE) / STEP) * STEP;
  return { side: dx < 0 ? 'left' : 'right', tilt: Math.min(LOWEST, Math.max(HIGHEST, tilt)) };
}

interface Life {
  gaze: Gaze;
  /** A letter or a word sounds at this moment. */
  isSpeaking: boolean;
  /** Something happened a short time ago. */
  isStirred: boolean;
  isWon: boolean;
}

/** Returns the pose for the state of the game. While something is said, the lark is always awake. */
export function toPose({ gaze, isSpeaking, isStirred, isWon }: Life): Pose {
  return {
    ...gaze,
    moods: [
      ...(isSpeaking || isStirred ? (['awake'] as const) : []),
      ...(isSpeaking ? (['singing'] as const) : []),
      ...(isWon ? (['joyful'] as const) : []),
    ],
  };
}
