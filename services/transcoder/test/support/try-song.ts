import type { Bench } from './bench.ts';
import { decode } from './bench.ts';
import { colourOf, COVER_COLOUR, hearBeeps, makeSong, type SongSpec } from './songs.ts';
import { transcode, type WholeVideo } from './whole-video.ts';

const LENGTH_SLACK_SECONDS = 0.1;
const BEEP_SLACK_SECONDS = 0.08;
/** A picture at this place is the cover, whatever its shape. */
const MIDDLE = '8:8:(iw-8)/2:(ih-8)/2';

/** Makes a song, transcodes it, and returns everything that is wrong with the result. */
export async function trySong(
  bench: Bench,
  spec: SongSpec,
): Promise<{ problems: string[]; made: WholeVideo }> {
  const made = await transcode(bench, await makeSong(bench.folder, spec));
  return { problems: await inspect(bench, spec, made), made };
}

async function inspect(bench: Bench, spec: SongSpec, made: WholeVideo): Promise<string[]> {
  const problems: string[] = [];
  const [rung] = made.plan.rungs;
  if (!rung || made.plan.rungs.length > 1) return ['it has not one rung'];
  const picture = await bench.join(made.segments, rung.resolution);
  await decode(picture);
  if (Math.abs(made.durationSeconds - spec.seconds) > (spec.slackSeconds ?? LENGTH_SLACK_SECONDS))
    problems.push(`it lasts ${made.durationSeconds.toFixed(3)} s instead of ${spec.seconds} s`);
  const beeps = await hearBeeps(await bench.join(made.segments, 'audio'));
  const wanted = Array.from({ length: Math.ceil(spec.seconds) }, (_, second) => second);
  const isRight =
    beeps.length === wanted.length &&
    wanted.every((second, number) => Math.abs((beeps[number] ?? -1) - second) <= BEEP_SLACK_SECONDS);
  if (!isRight) problems.push(`beeps at ${beeps.join(' ')}`);
  return [...problems, ...(await inspectPicture(bench, spec, made, picture))];
}

/** A place of a square cover that is outside of its middle. */
const EDGE = '8:8:iw/2-0.4*ih:0.1*ih';
const WHITE = [255, 255, 255];
/** Covers that are shown; the others are replaced by a drawing. */
const SHOWN: readonly SongSpec['cover'][] = ['jpeg', 'png', 'tall', 'transparent', 'written by ffmpeg'];

async function inspectPicture(
  bench: Bench,
  spec: SongSpec,
  made: WholeVideo,
  picture: Buffer,
): Promise<string[]> {
  const kind = SHOWN.includes(spec.cover) ? 'cover' : 'drawing';
  if (made.plan.video.still?.kind !== kind) return [`its picture is a ${made.plan.video.still?.kind}`];
  const thumbnail = await bench.read(made.extras.thumbnailKey);
  const colours = [await colourOf(picture, MIDDLE), await colourOf(thumbnail, MIDDLE)];
  if (kind === 'drawing') return [];
  const isFar = (colour: number[], wanted: readonly number[]) =>
    wanted.some((value, part) => Math.abs(value - (colour[part] ?? 0)) > 8);
  const edge = spec.cover === 'transparent' ? await colourOf(thumbnail, EDGE) : WHITE;
  return [
    ...colours
      .filter((colour) => isFar(colour, COVER_COLOUR))
      .map((colour) => `its cover has the colour ${colour.join(' ')}`),
    ...(isFar(edge, WHITE) ? [`what is transparent has the colour ${edge.join(' ')}`] : []),
  ];
}
