import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toSoundAddress } from '../../lib/game-media.ts';
import { EFFECTS, type Effect } from './media.ts';
import { loadPreferences, savePreferences } from './preferences.ts';
import { createSounds } from './sounds.ts';

const PRESSES = ['pointerdown', 'keydown'] as const;

/** What the game lets hear: words and effects, each of which can be turned off on this device. */
export function useSounds() {
  const [sounds] = useState(createSounds);
  const [isOn, setOn] = useState(() => {
    const { voice, effects } = loadPreferences();
    return { voice, effects };
  });
  useEffect(() => {
    // Before the tap itself, which then is heard at once.
    for (const kind of PRESSES) window.addEventListener(kind, sounds.wake, { passive: true });
    return () => {
      for (const kind of PRESSES) window.removeEventListener(kind, sounds.wake);
      sounds.release();
    };
  }, [sounds]);

  const toggle = (kind: 'voice' | 'effects'): void => {
    const changed = { ...isOn, [kind]: !isOn[kind] };
    setOn(changed);
    if (!changed.voice) sounds.hush();
    savePreferences(changed);
  };

  /** To be called in a tap, which browsers ask for: the word of a card, and an effect after it. */
  const play = (item: game.Item, effect: Effect | undefined): void => {
    sounds.wake();
    // A card without a word of its own must not seem to say that of the one before.
    if (isOn.voice && item.hasSound) sounds.say(toSoundAddress(item));
    else sounds.hush();
    if (isOn.effects && effect) sounds.follow(EFFECTS[effect]);
  };

  /** Resolves to whether the words of these cards are here; without an effect they are played as well. */
  const load = async (items: readonly game.Item[]): Promise<boolean> => {
    const words = sounds.load(items.filter(({ hasSound }) => hasSound).map((item) => toSoundAddress(item)));
    await sounds.load(Object.values(EFFECTS));
    return words;
  };

  return { isOn, toggle, play, load, hush: sounds.hush };
}
