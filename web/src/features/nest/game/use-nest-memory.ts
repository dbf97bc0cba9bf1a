import { game } from '@larksong/contracts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { useCall } from '../../../api/queries.ts';
import { parsePack, toPackInput } from '../../../parts/game-cards/packs.ts';
import type { GameParts } from '../../memory-game/parts.ts';
import { toFirstLetters, toNestOffer, type NestGame, type NestOffer } from './offer.ts';

/** How often cards are asked for again if none came. */
const RETRY_MS = 5000;

interface Settings {
  settings: NestGame;
  /** The highest volume, from 0 to 1. */
  volume: number;
}

/** Combines the cards, the turns and the sounds of the game of a nest, whatever is chosen on the device. */
export function useNestMemory(parts: GameParts, { settings, volume }: Settings) {
  const pack = parsePack(settings.pack);
  const query = useCall(game.listCategories, toPackInput(pack));
  const { data } = query;
  const offer = useMemo(() => data && toNestOffer(data, settings, pack), [data, settings, pack]);
  const [own] = useState(() => ({
    ...{ isMuted: false, voice: true, effects: true, speech: settings.says, deviceVoice: true },
    ...{ volume, toOutput: toOutputAt(volume) },
  }));
  // oxlint-disable-next-line react/hooks -- the parts are those of one file, the same on every render
  const memory = parts.useGame({
    ...{ offer: offer && toStart(offer), own, version: query.dataUpdatedAt, hasPlayed: true },
    linkedLetters: offer ? toFirstLetters(offer, settings) : null,
    reload: async () => {
      const now = (await query.refetch()).data;
      return now && toStart(toNestOffer(now, settings, pack));
    },
    onChoose: () => {},
  });
  const { status } = memory.table;
  const hasFailed = status === 'failed' || (query.isError && data === undefined);
  useRetry(hasFailed, () => void (data === undefined ? query.refetch() : memory.start()));
  const isEmpty = status === 'refused' || offer?.categories.length === 0;
  return { memory, offer, version: query.dataUpdatedAt, hasFailed, isEmpty };
}

/** The first board is the smallest one, whatever was last played on the device. */
function toStart(offer: NestOffer): NestOffer {
  return { ...offer, grids: offer.grids.slice(0, 1) };
}

/** Returns where sounds go that are not to be louder. Also on iPhones, whose volume no page can set. */
function toOutputAt(volume: number): (audio: AudioContext) => AudioNode {
  const outputs = new WeakMap<AudioContext, AudioNode>();
  return (audio) => {
    if (volume >= 1) return audio.destination;
    const known = outputs.get(audio);
    if (known) return known;
    const gain = audio.createGain();
    gain.gain.value = volume;
    gain.connect(audio.destination);
    outputs.set(audio, gain);
    return gain;
  };
}

function useRetry(hasFailed: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setInterval(() => retry(), RETRY_MS);
    return () => clearInterval(timer);
  }, [hasFailed]);
}
