import { game } from '@larksong/contracts';
import { timeWait } from '@larksong/service-kit/testing/waits';
import type { Locator, Page } from 'playwright-core';

import { readCount } from './random.ts';

export const VICTORY = 'Great job! You found all the pairs!';

/** Sounds played by a page. */
interface PlayedSounds {
  /** Paths of the clips that are decoded. */
  decoded: string[];
  /** Paths of the clips that were started, in order, with the time since the last tap or key press. */
  started: { path: string; afterMs: number }[];
}

/** Records when each clip starts, from before the first script of a page. */
export async function listen(page: Page): Promise<void> {
  // oxlint-disable typescript/unbound-method -- each is called with its own `this`
  await page.addInitScript(() => {
    const heard: PlayedSounds = { decoded: [], started: [] };
    Object.assign(window, { heard });
    const addresses = new WeakMap<object, string>();
    let pressedAtMs = 0;
    for (const kind of ['pointerdown', 'pointerup', 'keydown', 'keyup'])
      window.addEventListener(kind, ({ timeStamp }) => (pressedAtMs = timeStamp), { capture: true });
    const { arrayBuffer } = Response.prototype;
    Response.prototype.arrayBuffer = async function readBuffer() {
      const buffer = await arrayBuffer.call(this);
      addresses.set(buffer, decodeURIComponent(new URL(this.url).pathname));
      return buffer;
    };
    const { decodeAudioData } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.decodeAudioData = async function decode(buffer: ArrayBuffer) {
      const clip = await decodeAudioData.call(this, buffer);
      const path = addresses.get(buffer) ?? 'unknown';
      addresses.set(clip, path);
      heard.decoded.push(path);
      return clip;
    };
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function begin(...when: number[]) {
      const path = (this.buffer && addresses.get(this.buffer)) ?? 'unknown';
      heard.started.push({ path, afterMs: performance.now() - pressedAtMs });
      start.apply(this, when as [number?]);
    };
  });
  // oxlint-enable typescript/unbound-method
}

/** Returns the sounds so far; `listen` must have been called before the page was opened. */
export function readPlayedSounds(page: Page): Promise<PlayedSounds> {
  return page.evaluate(() => (window as unknown as { heard: PlayedSounds }).heard); // set by `listen`
}

/** Finding the cells by their computed roles and names costs far more, and a game needs them at every step. */
const CELLS = '[role=grid][aria-label="Memory cards"] [role=gridcell]';

/** Returns the cells of the board, row by row, including the empty centre of the 3x3 grid. */
export function cellsOf(page: Page): Locator {
  return page.locator(CELLS);
}

/** Returns the accessible names of all cells; empty for the empty centre. */
export function readBoard(page: Page): Promise<string[]> {
  return cellsOf(page).evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
}

/** Window sizes for the board: phones and tablets, upright and in landscape, and desktops up to 4K. */
const ALL_WINDOWS = [
  { width: 320, height: 568 },
  { width: 1024, height: 690 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1180, height: 746 },
  { width: 1280, height: 720 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
  { width: 1080, height: 736 },
  { width: 1080, height: 810 },
  { width: 1133, height: 744 },
  { width: 1194, height: 834 },
  { width: 3840, height: 2160 },
] as const;

/** By day those that are tightest in one direction; a 4K picture is painted by the processor. */
export const WINDOWS = ALL_WINDOWS.slice(0, readCount('GAME_WINDOWS', 3));

/**
 * Returns what is wrong with the layout of the game: a scroll bar, a control that is outside the window or too small for
 * a child, text that is cut off or broken inside a word. Each entry is a sentence.
 */
export function readLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const faults: string[] = [];
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`);
    if (scrollHeight > clientHeight) faults.push(`the page is ${scrollHeight} px high`);
    for (const part of document.querySelectorAll('[data-game] :is(a, button, h1, p, output, [role=img])')) {
      const box = part.getBoundingClientRect();
      const name = part.getAttribute('aria-label') ?? part.textContent;
      const isShown = box.width > 1; // 1 px wide: only for screen readers
      const isInside =
        box.left >= 0 && box.top >= 0 && box.right <= clientWidth + 0.5 && box.bottom <= clientHeight + 0.5;
      if (isShown && !isInside) faults.push(`"${name}" is outside the window`);
      // The birds of the alphabet are 44 px wide at least.
      const isControl = part.matches('a, button:not([role=toolbar] *)');
      if (isShown && isControl && Math.min(box.width, box.height) < 56)
        faults.push(`"${name}" is ${box.width} × ${box.height} px`);
      // A button without text is a picture, and may have a badge that hangs over its edge.
      if (isShown && part.textContent !== '' && part.matches('h1, p, output, button:not([role=gridcell])'))
        faults.push(...findCutWords(part, name));
    }
    return faults;

    function findCutWords(part: Element, name: string): string[] {
      const found = part.scrollWidth > part.clientWidth + 1 ? [`"${name}" is cut off`] : [];
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        // A line may end after a hyphen.
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[^\s-]+-?/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`the word "${word}" is broken`);
        }
      return found;
    }
  });
}

/** Chooses a grid in the settings, and waits for its cards. */
export async function chooseGrid(page: Page, grid: game.Grid): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Grid Size').selectOption(grid);
  await dialog.getByRole('button', { name: 'Apply Settings' }).click();
  await waitForDeal(page, game.CARD_COUNTS[grid]);
}

/** Waits for a board with a number of hidden cards. */
export async function waitForDeal(page: Page, cards: number): Promise<void> {
  await waitInPage(
    page,
    `${cards} hidden cards`,
    ([selector, count]) =>
      document.querySelectorAll(`${selector}[aria-label$=", hidden"]`).length === Number(count),
    [CELLS, String(cards)],
  );
}

/** Returns whether nobody has found a pair on the device, so that the game explains itself. */
function isNewDevice(page: Page): Promise<boolean> {
  return page.evaluate(() => !(localStorage.getItem('memory-game') ?? '').includes('"hasPlayed":true'));
}

/** Waits until the words of a board, the names of its letters that have a sound, and the three effects are decoded. */
export async function waitForSounds(
  page: Page,
  { words, letters }: { words: number; letters: number },
): Promise<void> {
  const sounds = words + letters + 3 + ((await isNewDevice(page)) ? 1 : 0);
  await waitInPage(
    page,
    `${sounds} sounds`,
    ([count]) => (window as unknown as { heard: PlayedSounds }).heard.decoded.length >= Number(count), // set by `listen`
    [String(sounds)],
  );
}

/**
 * Waits until a function of the page returns a value that is not falsy; returns it. The page itself polls, since a game
 * consists of many short waits. Throws after 60 s.
 */
async function waitInPage<Value>(
  page: Page,
  what: string,
  check: (values: string[]) => Value,
  values: string[],
): Promise<Value> {
  const wait = async () => {
    try {
      return await (await page.waitForFunction(check, values, { polling: 20, timeout: 60_000 })).jsonValue();
    } catch (error) {
      throw new Error(`${what}: not seen`, { cause: error });
    }
  };
  return timeWait(what, wait);
}

/** Opens the card at a position. */
export type Press = (position: number) => Promise<void>;

interface Played {
  /** Paths of the clips that the game must play, in order. */
  sounds: string[];
  misses: number;
}

/** Plays a dealt board to its end with perfect memory. Throws if a card misbehaves. */
export async function playToTheEnd(page: Page, letter: string, press: Press): Promise<Played> {
  const board = await readBoard(page);
  const positions = [...board.keys()].filter((position) => board[position] !== '');
  const known = new Map<number, string>();
  const matched = new Set<number>();
  const played: Played = { sounds: [], misses: 0 };
  const isNew = await isNewDevice(page);
  const open = async (position: number, isFirst: boolean) => {
    await press(position);
    const name = await readOpened(page, position);
    const isInviting = isNew && known.size === 0;
    known.set(position, name);
    if (isFirst) played.sounds.push(`/Audio/letters/${letter}.mp3`);
    played.sounds.push(`/Audio/${letter}/${name}.mp3`);
    if (isInviting) played.sounds.push('/Audio/invitation.mp3');
    return name;
  };
  while (matched.size < positions.length) {
    const hidden = positions.filter((position) => !matched.has(position));
    const first = hidden.find((position) => !known.has(position)) ?? hidden[0] ?? 0;
    const name = await open(first, true);
    const others = hidden.filter((position) => position !== first);
    const second =
      others.find((position) => known.get(position) === name) ??
      others.find((position) => !known.has(position)) ??
      0;
    const isPair = (await open(second, false)) === name;
    for (const position of isPair ? [first, second] : []) matched.add(position);
    if (!isPair) played.misses += 1;
    const effect = isPair ? (matched.size === positions.length ? 'victory' : 'match') : 'error';
    played.sounds.push(`/Audio/${effect}.mp3`);
    await waitForName(page, first, isPair ? `${name}, matched` : ', hidden');
  }
  return played;
}

async function readOpened(page: Page, position: number): Promise<string> {
  // On a busy machine, the second card of a pair may be marked already.
  return waitInPage(
    page,
    `card ${position} open`,
    ([selector = '', at]) => {
      const name = document.querySelectorAll(selector)[Number(at)]?.getAttribute('aria-label') ?? '';
      return /^(.+), (?:card \d+|matched)$/.exec(name)?.[1] ?? '';
    },
    [CELLS, String(position)],
  );
}

async function waitForName(page: Page, position: number, name: string): Promise<void> {
  await waitInPage(
    page,
    `cell ${position} called "${name}"`,
    ([selector = '', at, part = '']) =>
      document.querySelectorAll(selector)[Number(at)]?.getAttribute('aria-label')?.includes(part),
    [CELLS, String(position), name],
  );
}

/** Opens cards with the keys alone, by the shortest way around the empty centre, alternating Space and Enter. */
export function pressByKeys(page: Page, columns: number): Press {
  let presses = 0;
  return async (target) => {
    const middle = columns === 3 ? 1 : -1;
    const [row, column] = [Math.floor(target / columns), target % columns];
    for (let step = 0; step < 12; step += 1) {
      const at = await cellsOf(page).evaluateAll((cells) =>
        cells.findIndex((cell) => cell === document.activeElement),
      );
      if (at < 0) throw new Error('No card has the focus.');
      if (at === target) break;
      const [atRow, atColumn] = [Math.floor(at / columns), at % columns];
      const isVertical = atRow !== row && (atColumn !== middle || atColumn === column);
      if (isVertical) await page.keyboard.press(atRow < row ? 'ArrowDown' : 'ArrowUp');
      else await page.keyboard.press(atColumn < column ? 'ArrowRight' : 'ArrowLeft');
    }
    presses += 1;
    await page.keyboard.press(presses % 2 === 0 ? 'Enter' : 'Space');
  };
}
