import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { createChunk, prefetch } from '../../../lib/chunk.ts';
import { EFFECTS, INVITATION, type Effect } from './media.ts';
import { loadPreferences, savePreferences, type GamePreferences } from '../preferences/preferences.ts';
import type { Sounds } from './sounds.ts';
import { listSpoken, toUttered } from '../rules/speech.ts';

/** A separate chunk, since it is off unless somebody turns it on. */
const deviceVoiceCode = createChunk(() => import('./device-voice.ts'));

const PRESSES = ['pointerdown', 'keydown'] as const;

/** The sounds chosen on this device. */
export type Hearing = Pick<GamePreferences, 'isMuted' | 'voice' | 'effects' | 'speech' | 'deviceVoice'>;

/** What is heard in a place with its own settings, whatever is chosen on the device. */
export interface OwnHearing extends Hearing {
  /** The volume of the device's voice, from 0 to 1. */
  volume: number;
}

/** Returns the sounds of the game that are chosen on this device: letters, words and effects. */
export function useSounds(sounds: Sounds, own?: OwnHearing) {
  const [hearing, setHearing] = useState<Hearing>(own ?? loadPreferences);
  useEffect(() => {
    // Runs before the tap itself, whose sound is then heard at once.
    for (const kind of PRESSES) window.addEventListener(kind, sounds.unlock, { passive: true });
    return () => {
      for (const kind of PRESSES) window.removeEventListener(kind, sounds.unlock);
      sounds.release();
    };
  }, [sounds]);
  useEffect(() => {
    if (hearing.deviceVoice) prefetch(deviceVoiceCode);
  }, [hearing.deviceVoice]);
  const isOn = !hearing.isMuted && (hearing.voice || hearing.effects);

  const change = (changes: Partial<Hearing>): void => {
    sounds.hush();
    setHearing({ ...hearing, ...changes });
    savePreferences(changes);
  };
  /** Turns all sound off, or on again; turns both words and effects on if both are off. */
  const toggle = (): void => {
    if (isOn) change({ isMuted: true });
    else
      change({ isMuted: false, ...(hearing.voice || hearing.effects ? {} : { voice: true, effects: true }) });
  };

  const isHeard = isOn && hearing.voice;
  const invitation = isHeard ? INVITATION : undefined;

  /** Says to somebody who has never played that two cards belong together. */
  const invite = () => {
    sounds.unlock();
    sounds.say([], invitation);
  };

  /** Plays the speech of a card, followed by an effect or by the invitation. Browsers require a call from a user gesture. */
  const play = (
    item: game.DealtItem,
    { isSecond, effect, isInviting }: { isSecond: boolean; effect: Effect | undefined; isInviting: boolean },
  ) => {
    sounds.unlock();
    const { speech } = hearing;
    const uttered = isHeard && hearing.deviceVoice ? toUttered(item, { speech, isSecond }) : undefined;
    sounds.say(
      isHeard ? listSpoken(item, { speech, isSecond }) : [],
      isInviting ? invitation : isOn && hearing.effects && effect ? EFFECTS[effect] : undefined,
      uttered === undefined ? undefined : deviceVoiceCode.find()?.toUtter(uttered, item.pack, own?.volume),
    );
  };

  /** Plays sounds that may still have to be loaded. Browsers require a call from a user gesture. */
  const speak = (addresses: readonly string[]): void => {
    sounds.unlock();
    if (!isHeard) return;
    void sounds.load(addresses);
    sounds.say(addresses);
  };

  /** Resolves to whether all speech of these cards is loaded; effects are optional. */
  const load = async (items: readonly game.DealtItem[]): Promise<boolean> => {
    const spoken = sounds.load(
      items.flatMap((item) => listSpoken(item, { speech: 'both', isSecond: false })),
    );
    await sounds.load([...Object.values(EFFECTS), ...(loadPreferences().hasPlayed ? [] : [INVITATION])]);
    return spoken;
  };

  const { load: loadAhead, hush, isSpeaking } = sounds;
  return { hearing, isOn, change, toggle, play, invite, speak, load, loadAhead, hush, isSpeaking };
}
