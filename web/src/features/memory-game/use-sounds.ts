import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toSoundAddress } from '../../lib/game-media.ts';
import { EFFECTS, type Effect } from './media.ts';
import { loadPreferences, savePreferences } from './preferences.ts';
import { createSounds } from './sounds.ts';

const PRESSES = ['pointerdown', 'keydown'] as const;

/** Returns the sounds of the game: words and effects, each of which can be turned off on this device. */
export function useSounds() {
  const [sounds] = useState(createSounds);
  const [isOn, setOn] = useState(() => {
    const { voice, effects } = loadPreferences();
    return { voice, effects };
  });
  useEffect(() => {
    // Runs before the tap itself, whose sound is then heard at once.
    for (const kind of PRESSES) window.addEventListener(kind, sounds.unlock, { passive: true });
    return () => {
      for (const kind of PRESSES) window.removeEventListener(kind, sounds.unlock);
      sounds.release();
    };
  }, [sounds]);

  const toggle = (kind: 'voice' | 'effects'): void => {
    const changed = { ...isOn, [kind]: !isOn[kind] };
    setOn(changed);
    if (!changed.voice) sounds.stopWord();
    savePreferences(changed);
  };

  /** Plays a card's word, followed by an effect. Browsers require a call from a user gesture. */
  const play = (item: game.Item, effect: Effect | undefined): void => {
    sounds.unlock();
    // A card without a word must not be taken for the previous one's.
    if (isOn.voice && item.hasSound) sounds.playWord(toSoundAddress(item));
    else sounds.stopWord();
    if (isOn.effects && effect) sounds.playEffect(EFFECTS[effect]);
  };

  /** Resolves to whether the words of these cards are loaded; effects are optional. */
  const load = async (items: readonly game.Item[]): Promise<boolean> => {
    const words = sounds.load(items.filter(({ hasSound }) => hasSound).map((item) => toSoundAddress(item)));
    await sounds.load(Object.values(EFFECTS));
    return words;
  };

  return { isOn, toggle, play, load, stopWord: sounds.stopWord };
}
