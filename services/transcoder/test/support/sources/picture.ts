/** A colour as red, green and blue from 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** Cells of a picture in each direction. */
export const CELLS = 4;
const DARK: Colour = [25, 25, 25];
const BRIGHT: Colour = [230, 230, 230];

/** Cells of one colour: the corners show which way is up, and all of them whether colours are right. */
const COLOURS: ReadonlyMap<number, Colour> = new Map([
  [0, [200, 45, 45]],
  [3, [45, 165, 65]],
  [10, [128, 128, 128]],
  [11, [220, 150, 110]],
  [12, [50, 70, 195]],
  [14, [60, 165, 185]],
  [15, [215, 200, 55]],
]);
const CORNERS = [0, 3, 12, 15] as const;
/** Cells that show the bits of the number, the lowest first. */
const BITS = [1, 2, 4, 5, 6, 7, 8, 9, 13] as const;

/** How many pictures have a unique number. */
export const NUMBERS = 2 ** BITS.length;

/** Returns raw pictures of 4 × 4 pixels (RGB): one pixel per cell, which ffmpeg enlarges. */
export function drawPictures(numbers: readonly number[]): Buffer {
  const pictures = numbers.map((number) => {
    const code = number ^ (number >> 1); // Gray code: consecutive pictures differ in one cell
    const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => {
      const bit = BITS.findIndex((each) => each === cell);
      return COLOURS.get(cell) ?? ((code >> bit) & 1 ? BRIGHT : DARK);
    });
    return Buffer.from(cells.flat());
  });
  return Buffer.concat(pictures);
}

/** A displayed picture. */
export interface Seen {
  /** Undefined if a bit is neither dark nor bright. */
  number: number | undefined;
  /** The colours of its cells. */
  cells: Colour[];
}

/** Width and height at which pictures are read. */
export const READ_SIDE = CELLS * 4;

/** Reads pictures of 16 × 16 pixels (RGB). */
export function readPictures(pixels: Buffer): Seen[] {
  const size = READ_SIDE * READ_SIDE * 3;
  return Array.from({ length: pixels.length / size }, (_, index) =>
    readPicture(pixels.subarray(index * size)),
  );
}

function readPicture(pixels: Buffer): Seen {
  const cells = Array.from({ length: CELLS * CELLS }, (_, cell) => readCell(pixels, cell));
  let [code, isClear] = [0, true];
  for (const [bit, cell] of BITS.entries()) {
    const value = brightness(cells[cell]);
    if (value > 128) code |= 1 << bit;
    if (Math.abs(value - 128) < 35) isClear = false;
  }
  let number = 0;
  for (let rest = code; rest > 0; rest >>= 1) number ^= rest;
  return { number: isClear ? number : undefined, cells };
}

/** Returns the mean of the four pixels in the middle of a cell. */
function readCell(pixels: Buffer, cell: number): Colour {
  const [row, column] = [Math.floor(cell / CELLS) * 4 + 1, (cell % CELLS) * 4 + 1];
  const mean = (channel: number) => {
    let sum = 0;
    for (const y of [row, row + 1])
      for (const x of [column, column + 1]) sum += pixels[(y * READ_SIDE + x) * 3 + channel] ?? 0;
    return sum / 4;
  };
  return [mean(0), mean(1), mean(2)];
}

function brightness(colour: Colour | undefined): number {
  return colour ? (colour[0] + colour[1] + colour[2]) / 3 : 0;
}

/** Returns the largest difference between the colours of a picture and the intended ones. */
export function colourError(
  seen: Seen,
  isCompared: (cell: number) => boolean,
): { cell: number; error: number } {
  let worst = { cell: 0, error: 0 };
  for (const [cell, wanted] of COLOURS) {
    if (!isCompared(cell)) continue;
    const found = seen.cells[cell] ?? DARK;
    const error = Math.max(...wanted.map((value, channel) => Math.abs(value - (found[channel] ?? 0))));
    if (error > worst.error) worst = { cell, error };
  }
  return worst;
}

/** Returns true if each corner is closer to its own colour than to that of any other corner. */
export function isUpright(seen: Seen): boolean {
  return CORNERS.every((corner) => nearestCorner(seen.cells[corner]) === corner);
}

function nearestCorner(found: Colour = DARK): number {
  // Tone mapping changes brightness, so only the proportions of the colours count.
  const shape = (colour: Colour) => {
    const mean = brightness(colour) || 1;
    return colour.map((value) => value / mean);
  };
  const distance = (corner: number) => {
    const wanted = shape(COLOURS.get(corner) ?? DARK);
    return shape(found).reduce((sum, value, channel) => sum + Math.abs(value - (wanted[channel] ?? 0)), 0);
  };
  return CORNERS.toSorted((a, b) => distance(a) - distance(b))[0] ?? -1;
}
