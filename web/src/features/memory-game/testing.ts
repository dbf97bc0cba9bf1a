import { catalog, game } from '@larksong/contracts';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';

import { malformed } from '../../testing/answers.ts';
import type { Request, TestSite } from '../../testing/site.ts';

/** Helpers of the game's tests. */

let serial = 0;

function nextId(): string {
  serial += 1;
  return `0198f3c2-7a1e-7d40-b1c9-${String(serial).padStart(12, '0')}`;
}

export function item(name: string, changes: Partial<game.DealtItem> = {}): game.DealtItem {
  const letter = (name[0] ?? '').toUpperCase();
  const categoryId = '0198f3c2-7a1e-7d40-b1c9-000000000000';
  return {
    id: nextId(),
    type: 'image',
    name,
    letter,
    categoryId,
    hasPicture: false,
    hasSound: false,
    hasLetterSound: false,
    ...changes,
  };
}

/** Returns the two cards of a name: by default a letter and a picture. */
export function pair(
  name: string,
  types: readonly [game.ItemType, game.ItemType] = ['letter', 'image'],
): game.DealtItem[] {
  return types.map((type) => item(name, { type }));
}

export function pairs(count: number): game.DealtItem[] {
  return Array.from({ length: count }, (_, index) => pair(`word ${index + 1}`)).flat();
}

export function category(letter: string, pairCount: number): game.Category {
  return { id: nextId(), letter, itemCount: pairCount * 2, pairCount };
}

/** Makes the site offer letters and grids, and the game's own sounds; it has no songs. */
export function offer(site: TestSite, categories: game.Category[], grids: game.Grid[] = ['2x2']): void {
  site.on(game.listCategories, () => ({ categories, grids }));
  site.on(game.listPacks, () => ({ packs: [] }));
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
  for (const effect of ['match', 'error', 'victory']) site.onFile(`/Audio/${effect}.mp3`, () => effect);
  // Only tests about it have this sound.
  site.onFile('/Audio/invitation.mp3', () => malformed(404, ''));
}

type DealQuery = Request<typeof game.dealItems>['query'];

/** Makes the site deal these cards; returns the list of received queries, which grows. */
export function deal(site: TestSite, items: game.DealtItem[]): DealQuery[] {
  const queries: DealQuery[] = [];
  site.on(game.dealItems, ({ query }) => {
    queries.push(query);
    return { items };
  });
  return queries;
}

/** Resolves to the cards when a board is shown. */
export async function findCards(): Promise<HTMLElement[]> {
  await screen.findByRole('grid', { name: 'Memory cards' });
  return screen.getAllByRole('gridcell');
}

/** Replaces Web Audio, which the test browser lacks, and records what is played in `RecordingAudio`. */
export function recordAudio(): void {
  RecordingAudio.played = [];
  RecordingAudio.stopped = [];
  RecordingAudio.opened = 0;
  RecordingAudio.decoded = [];
  RecordingAudio.nodes = [];
  vi.stubGlobal('AudioContext', RecordingAudio);
  vi.stubGlobal('OfflineAudioContext', DecodingAudio);
}

/** Decodes a sound to the text that the site sent. */
class DecodingAudio {
  async decodeAudioData(bytes: ArrayBuffer) {
    const sound = new TextDecoder().decode(bytes);
    RecordingAudio.decoded.push(sound);
    return { duration: 0.5, sound };
  }
}

/** A sound or a silence. Nothing ends without a call. */
class RecordedNode extends EventTarget {
  connect() {}
  start() {}
  stop() {}
}

export class RecordingAudio {
  /** Everything that was scheduled. */
  static nodes: RecordedNode[] = [];
  static played: unknown[] = [];
  static stopped: unknown[] = [];
  static opened = 0;
  static decoded: unknown[] = [];
  state = 'suspended';
  currentTime = 0;
  destination = {};

  constructor() {
    RecordingAudio.opened += 1;
  }

  async resume() {
    this.state = 'running';
  }
  async close() {
    this.state = 'closed';
  }
  /** Lets the next scheduled sound end, or the silence between two. */
  static endNext(): void {
    RecordingAudio.nodes.shift()?.dispatchEvent(new Event('ended'));
  }
  createConstantSource() {
    const node = Object.assign(new RecordedNode(), { offset: { value: 1 } });
    RecordingAudio.nodes.push(node);
    return node;
  }
  createBufferSource() {
    const isRunning = () => this.state === 'running';
    const node = Object.assign(new RecordedNode(), {
      buffer: null as { sound: unknown } | null,
      stop() {
        RecordingAudio.stopped.push(this.buffer?.sound);
      },
      start() {
        if (isRunning()) RecordingAudio.played.push(this.buffer?.sound);
      },
    });
    RecordingAudio.nodes.push(node);
    return node;
  }
}

/** Returns a card's name: its word and position while it is open. */
export const nameOf = (card: HTMLElement) => card.getAttribute('aria-label') ?? '';
