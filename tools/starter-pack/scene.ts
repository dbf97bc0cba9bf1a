import sharp from 'sharp';

import { drawText, widthOf } from './lettering.ts';

export const WIDTH = 1280;
export const HEIGHT = 720;

const INK = '#12323a';
const MUTED = '#1a6b41';
const PAPER = '#ffffff';
/** The backs of the cards of the game, in its order. */
const HUES = ['#2677b5', '#c5600b', '#37823f', '#c4375c', '#7a55ae', '#0a7f83'];
const LARK =
  'M7 55l12.5-15.5c2.5-3.5 2.5-7 1-10L15.5 16C29 11 39 13.3 43 19L53.5 15 45.3 28 55 32 44.9 35.5C43 47.5 34 55 21 55zM20.5 48C33 49.5 37 44 37 35.5 26 34.5 20 39 20.5 48zM38 24.5a3 3 0 1 0-6 0 3 3 0 0 0 6 0z';

const CARD = { left: 724, top: 92, width: 440, height: 520 };
const MEADOW = `
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#c9e7f3"/><stop offset=".5" stop-color="#f1f8f5"/><stop offset=".9" stop-color="#ffefc4"/></linearGradient>
<path fill="url(#sky)" d="M0 0h1280v720H0z"/>
<circle cx="150" cy="560" r="120" fill="#ffd562"/>
<path fill="#bfe3c3" d="M0 610C235 500 448 520 683 590s405 60 597-40v170H0z"/>
<path fill="#93cca2" d="M0 672C277 590 555 650 790 668s340 0 490-60v112H0z"/>`;

export interface Scene {
  letter: string;
  word: string;
  /** The card picture as PNG. */
  picture: Buffer;
  /** Index of the scene in the film, which determines the hue. */
  index: number;
}

/** The frames of a scene in raw RGB: card closed, each step of its turn, card open. */
export interface SceneFrames {
  closed: Buffer;
  turning: Buffer[];
  open: Buffer;
}

/** Draws the frames of a scene; its card turns within `turnFrames` frames. */
export async function drawScene(scene: Scene, turnFrames: number): Promise<SceneFrames> {
  const ground = await sharp(toSvg(MEADOW + drawLetter(scene.letter), WIDTH, HEIGHT))
    .removeAlpha()
    .png()
    .toBuffer();
  const hue = HUES[scene.index % HUES.length] ?? INK;
  const back = await sharp(toSvg(drawBack(hue), CARD.width, CARD.height))
    .png()
    .toBuffer();
  const face = await drawFace(scene, hue);
  const turning: Buffer[] = [];
  for (let frame = 1; frame <= turnFrames; frame += 1) {
    const angle = (frame / (turnFrames + 1)) * Math.PI;
    turning.push(await compose(ground, angle < Math.PI / 2 ? back : face, Math.abs(Math.cos(angle))));
  }
  return { closed: await compose(ground, back, 1), turning, open: await compose(ground, face, 1) };
}

function toSvg(content: string, width: number, height: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );
}

function drawLetter(letter: string): string {
  const text = `${letter}${letter.toLowerCase()}`;
  const sizePx = Math.min(340, 540 / widthOf(text));
  return drawText(text, { centre: 372, baseline: 440, sizePx, colour: INK });
}

function drawPaper(colour: string, inset: number): string {
  const [width, height] = [CARD.width - 2 * inset, CARD.height - 2 * inset];
  return `<rect x="${inset}" y="${inset}" width="${width}" height="${height}" rx="${48 - inset}" fill="${colour}"/>`;
}

function drawBack(hue: string): string {
  const lark = `<path transform="translate(90 130) scale(4.2)" fill="#fff" fill-rule="evenodd" d="${LARK}"/>`;
  return drawPaper(hue, 0) + lark;
}

/** Draws the face of a card: the picture, and below it the word with its letter marked, in a frame of the hue. */
async function drawFace({ word, letter, picture }: Scene, hue: string): Promise<Buffer> {
  const sizePx = Math.min(76, 370 / widthOf(word));
  const paper = drawPaper(hue, 0) + drawPaper(PAPER, 12) + drawWord(word, letter, sizePx);
  const input = await sharp(picture).resize(344).png().toBuffer();
  return sharp(toSvg(paper, CARD.width, CARD.height))
    .composite([{ input, left: (CARD.width - 344) / 2, top: 36 }])
    .png()
    .toBuffer();
}

function drawWord(word: string, letter: string, sizePx: number): string {
  const middle = CARD.width / 2;
  const first = word.slice(0, 1);
  const rest = word.slice(1);
  const left = middle - (widthOf(word) * sizePx) / 2;
  const split = left + widthOf(first) * sizePx;
  const baseline = 462;
  const isLearnt = first.toUpperCase() === letter;
  return (
    drawText(first, { centre: (left + split) / 2, baseline, sizePx, colour: isLearnt ? MUTED : INK }) +
    drawText(rest, { centre: split + (widthOf(rest) * sizePx) / 2, baseline, sizePx, colour: INK })
  );
}

/** Puts the card in its place, as wide as it appears at this point of its turn. */
async function compose(ground: Buffer, card: Buffer, share: number): Promise<Buffer> {
  const width = Math.max(2, Math.round(CARD.width * share));
  const input = await sharp(card).resize({ width, height: CARD.height, fit: 'fill' }).png().toBuffer();
  const left = CARD.left + Math.round((CARD.width - width) / 2);
  return sharp(ground)
    .composite([{ input, left, top: CARD.top }])
    .removeAlpha()
    .raw()
    .toBuffer();
}
