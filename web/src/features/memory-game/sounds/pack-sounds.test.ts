import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { game } from '@larksong/contracts';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toLetterSoundAddress, toSoundAddress } from '../../../parts/game-cards/game-media.ts';
import { EFFECTS, type Effect } from './media.ts';
import { createSounds, type Sounds } from './sounds.ts';
import { listSpoken, SPEECHES, type Speech } from '../rules/speech.ts';
import { item } from '../testing.ts';
import { useTurns } from '../board/use-turns.ts';

// The sounds of the starter pack, played by the game's own scheduler on a simulated clock.

const PACK = join(import.meta.dirname, '../../../../../services/game/starter-pack');
const read = (path: string) => new Uint8Array(readFileSync(join(PACK, path)));
const pack = JSON.parse(new TextDecoder().decode(read('pack.json'))) as {
  letters: { letter: string; items: { name: string; sound: string }[] }[];
};
const words = pack.letters.flatMap(({ letter, items }) =>
  items.map(({ name }) => item(name, { letter, hasSound: true, hasLetterSound: true })),
);

/** The files of the pack, by the address under which the site serves them. */
const files = new Map<string, Uint8Array<ArrayBuffer>>([
  ...pack.letters.flatMap(({ letter, items }): [string, Uint8Array<ArrayBuffer>][] => [
    [toLetterSoundAddress(letter), read(`sounds/letters/${letter}.mp3`)],
    ...items.map(({ name, sound }): [string, Uint8Array<ArrayBuffer>] => [
      toSoundAddress({ letter, name }),
      read(sound),
    ]),
  ]),
  ...Object.entries(EFFECTS).map(([name, address]): [string, Uint8Array<ArrayBuffer>] => [
    address,
    read(`effects/${name}.mp3`),
  ]),
]);

/** All files are MP3 at 48 kbit/s without tags. */
const toSeconds = (bytes: number) => (bytes * 8) / 48_000;

interface Clip {
  fromMs: number;
  toMs: number;
}
let heard: Clip[] = [];
let sounds: Sounds;

/** Dispatches `ended` at a time of the simulated clock, in whole milliseconds. */
function endAt(node: EventTarget, atMs: number): void {
  setTimeout(() => node.dispatchEvent(new Event('ended')), Math.ceil(atMs - performance.now()));
}

class SimulatedContext {
  state = 'running';
  destination = {};
  get currentTime() {
    return performance.now() / 1000;
  }
  async close() {}
  async resume() {}
  createConstantSource() {
    return Object.assign(new EventTarget(), {
      offset: { value: 1 },
      connect() {},
      start() {},
      stop(this: EventTarget, atSeconds?: number) {
        if (atSeconds !== undefined) endAt(this, atSeconds * 1000);
      },
    });
  }
  createBufferSource() {
    const clip: Clip = { fromMs: 0, toMs: 0 };
    return Object.assign(new EventTarget(), {
      buffer: null as { duration: number } | null,
      connect() {},
      start(this: EventTarget & { buffer: { duration: number } | null }, atSeconds: number) {
        clip.fromMs = atSeconds * 1000;
        clip.toMs = clip.fromMs + (this.buffer?.duration ?? 0) * 1000;
        heard.push(clip);
        endAt(this, clip.toMs);
      },
      stop() {
        clip.toMs = Math.max(clip.fromMs, Math.min(clip.toMs, performance.now()));
      },
    });
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', SimulatedContext);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = async ({ byteLength }: ArrayBuffer) => ({ duration: toSeconds(byteLength) });
    },
  );
  vi.stubGlobal('fetch', async (address: string) => new Response(files.get(address)));
  heard = [];
  sounds = createSounds();
  sounds.unlock();
  await sounds.load(files.keys());
});

afterEach(() => {
  cleanup();
  sounds.release();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

interface Turn {
  /** The clips that play from the tap on the second card on. */
  spoken: Clip[];
  effect: Clip | undefined;
  /** When the cards turned back or were marked. */
  settledMs: number;
}

/** Opens two cards, the second 300 ms after the first, and plays their sounds; all times count from the second tap. */
function takeTurn(second: game.DealtItem, speech: Speech, effect: Effect): Turn {
  const other = words.find(({ name }) => name !== second.name) ?? second;
  const first = effect === 'error' ? other : second;
  const cells = [first, { ...second }, other, { ...other }];
  const { result, unmount } = renderHook(() => useTurns(sounds.speechLeftMs));
  act(() => result.current.dispatch({ kind: 'deal', board: { columns: 2, rows: 2, cells } }));
  sounds.say(listSpoken(first, { speech, isSecond: false }));
  act(() => result.current.dispatch({ kind: 'reveal', position: 0 }));
  act(() => void vi.advanceTimersByTime(300));
  heard = [];
  const tapMs = performance.now();
  sounds.say(listSpoken(second, { speech, isSecond: true }), EFFECTS[effect]);
  act(() => result.current.dispatch({ kind: 'reveal', position: 1 }));
  while (result.current.game.open.length > 0) act(() => void vi.advanceTimersToNextTimer());
  const settledMs = performance.now() - tapMs;
  const clips = heard.map(({ fromMs, toMs }) => ({ fromMs: fromMs - tapMs, toMs: toMs - tapMs }));
  unmount();
  sounds.hush();
  return { spoken: clips.slice(0, -1), effect: clips.at(-1), settledMs };
}

it('the pack has 97 words and 26 names of letters', () => {
  expect(words).toHaveLength(97);
  expect(files.size).toBe(97 + 26 + 3);
});

describe.each(SPEECHES)('when cards say: %s', (speech) => {
  it.each(['error', 'match', 'victory'] as const)(
    'no word of the pack is cut or overlapped by the effect %s or by cards that turn back',
    (kind) => {
      for (const word of words) {
        const { spoken, effect, settledMs } = takeTurn(word, speech, kind);
        const address = speech === 'letter' ? toLetterSoundAddress(word.letter) : toSoundAddress(word);
        const lengthMs = toSeconds(files.get(address)?.length ?? 0) * 1000;
        expect(spoken, word.name).toHaveLength(1);
        expect(spoken[0]?.fromMs, word.name).toBeCloseTo(0, 3); // the tap is heard at once
        expect(spoken[0]?.toMs, word.name).toBeCloseTo(lengthMs, 3);
        expect(effect?.fromMs, word.name).toBeGreaterThanOrEqual((spoken[0]?.toMs ?? Infinity) - 0.001);
        const leastMs = kind === 'error' ? Math.max(1200, lengthMs) : 800;
        expect(settledMs - leastMs, word.name).toBeGreaterThanOrEqual(-0.001);
        expect(settledMs - leastMs, word.name).toBeLessThanOrEqual(1); // timers count whole milliseconds
      }
    },
  );
});

it('a first card says its letter, and then its word', () => {
  for (const word of words) {
    heard = [];
    sounds.say(listSpoken(word, { speech: 'both', isSecond: false }));
    const [letter, spoken] = heard;
    expect(heard, word.name).toHaveLength(2);
    expect((spoken?.fromMs ?? 0) - (letter?.toMs ?? Infinity), word.name).toBeCloseTo(200, 3);
    expect(sounds.speechLeftMs(), word.name).toBeCloseTo((spoken?.toMs ?? 0) - performance.now(), 3);
  }
});

it('speech is reported while a letter or a word sounds, not in the pause between them', async () => {
  const changesMs: number[] = [];
  sounds.isSpeaking.subscribe(() => changesMs.push(performance.now()));
  for (const word of words) {
    heard = [];
    changesMs.length = 0;
    sounds.say(listSpoken(word, { speech: 'both', isSecond: false }), EFFECTS.match);
    await vi.runAllTimersAsync();
    const times = heard.slice(0, 2).flatMap(({ fromMs, toMs }) => [fromMs, toMs]);
    expect(changesMs, word.name).toHaveLength(4);
    for (const [index, timeMs] of times.entries())
      expect(Math.abs((changesMs[index] ?? Infinity) - timeMs), word.name).toBeLessThan(1.001); // timers count whole milliseconds
  }
});

it('only a tap cuts a word off, and it also ends an effect that would sound over the next word', () => {
  const [first, second] = words as [game.DealtItem, game.DealtItem];
  sounds.say(listSpoken(first, { speech: 'word', isSecond: true }), EFFECTS.match);
  const effect = heard.at(-1);
  vi.advanceTimersByTime(Math.ceil((effect?.fromMs ?? 0) - performance.now()) + 50);
  heard = [];
  const tapMs = performance.now();
  sounds.say(listSpoken(second, { speech: 'word', isSecond: false }));
  expect(effect?.toMs).toBe(tapMs);
  expect(heard[0]?.fromMs).toBeCloseTo(tapMs, 3);
});
