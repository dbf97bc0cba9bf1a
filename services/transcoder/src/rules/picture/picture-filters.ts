import type { catalog } from '@larksong/contracts';

const TURNS = { 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] } as const;

/** Converts frames whose size or format has changed to those of the first frame. All others pass unchanged. */
const ONE_FORM = 'scale';

/**
 * Returns filters that convert all frames to one form, deinterlace those flagged as interlaced, and then rotate them;
 * timestamps stay.
 */
export function prepareFrames({ video }: catalog.Plan): string[] {
  // A palette never changes its form, and would be converted here.
  const oneForm = video.hasPalette ? [] : [ONE_FORM];
  if (!video.interlaced) return oneForm;
  return [...oneForm, 'bwdif=mode=send_frame:deint=interlaced', ...(video.turn ? TURNS[video.turn] : [])];
}

/** The brightest white of films in high dynamic range, in hundreds of cd/m²: most are graded for 1000. */
const PEAK = 10;

const ASSUMED = { primaries: 'color_primaries=bt2020', matrix: 'colorspace=bt2020nc' } as const;

/**
 * Returns filters that scale decoded frames and convert their colours to BT.709 in limited range, which is stated in the
 * output: players guess otherwise, each in its own way. High dynamic range is mapped to standard range; if ffmpeg lacks
 * the filters for it, the colours look pale.
 */
export function scaleToStandard(
  plan: catalog.Plan,
  size: { width: number; height: number },
  toolbox: { canTonemap: boolean },
): string[] {
  const { hdr, matrix, unstated = [], wideGamut = false } = plan.video;
  const scale = `scale=${size.width}:${size.height}:flags=bicubic`;
  const standard = 'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709';
  if (!(hdr || wideGamut) || !toolbox.canTonemap) {
    const [from, to] = matrix ? [matrix, matrix] : ['auto', 'bt709'];
    return [
      `${scale}:in_color_matrix=${from}:out_color_matrix=${to}:out_range=tv`,
      // The filter `scale` converts a matrix through RGB, which makes the picture darker by 1 %.
      ...(matrix === 'bt601'
        ? ['format=yuv420p', 'colorspace=iall=bt601-6-625:all=bt709:range=tv:fast=1']
        : []),
      standard,
    ];
  }
  return [
    // The filter `zscale` fails if these are unspecified.
    ...unstated.map((property) => `setparams=${ASSUMED[property]}`),
    `${scale}:out_range=tv`,
    'zscale=transfer=linear:npl=100',
    'format=gbrpf32le',
    'zscale=primaries=bt709',
    ...(hdr ? [`tonemap=hable:desat=0:peak=${PEAK}`] : []),
    'zscale=transfer=bt709:matrix=bt709:range=tv',
    standard,
  ];
}

/** Filters that convert standard colours to those of JPEG: BT.601 in full range (JFIF 1.02). */
export const TO_JPEG =
  'scale=flags=bicubic+accurate_rnd+full_chroma_int:in_color_matrix=bt709:out_color_matrix=bt601:out_range=pc,format=yuvj420p';
