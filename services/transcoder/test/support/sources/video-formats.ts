/** A file name extension that selects one of ffmpeg's muxers. */
export type Container =
  | ('mp4' | 'm4v' | 'mov' | '3gp' | '3g2' | 'f4v' | 'mkv' | 'webm' | 'avi')
  | ('ts' | 'm2ts' | 'mpg' | 'vob' | 'ogv' | 'wmv' | 'flv');

/** A video codec as ffmpeg encodes it. */
export interface VideoFormat {
  /** The codec's name in ffprobe. */
  codec: string;
  encode: string;
  /** Pixel formats; the first is the usual one. */
  pixels: readonly string[];
  /** The first is the usual one. */
  containers: readonly Container[];
  /** The only sizes that the codec knows, or the smallest one. */
  sizes?: readonly (readonly [width: number, height: number])[];
  smallest?: number;
  /** Width and height are multiples of this; 1 means that odd sizes are possible. */
  step?: number;
  /** The only frame rates that the codec knows. */
  rates?: readonly string[];
  /** How far a decoded colour may be from the original, from 0 to 255. */
  colourError?: number;
  /** Not accepted, with a sentence. */
  isRefused?: boolean;
  /** Times of frames that are not multiples of a frame's duration survive encoding. */
  hasFreeTimes?: boolean;
  hasFields?: boolean;
  /** The shape of all pixels, if the codec knows only one that is not square. */
  pixelShape?: string;
  /** The colour matrix of all pictures, if the codec knows only one. */
  matrix?: 'bt709';
  /** The stream states matrix and range of its colours. */
  hasColours?: boolean;
  /** The stream states the shape of its pixels. */
  hasShape?: boolean;
}

const TELEVISION = ['25', '30000/1001', '24000/1001', '50'] as const;
const X264 = 'libx264 -preset ultrafast -qp 10 -bf 2 -g 25';
const QUALITY = '-q:v 2 -g 25';
const TWO_STEPS = { colourError: 40 } as const;

/** Codecs that people have, the most frequent first. */
const FREQUENT: readonly VideoFormat[] = [
  {
    codec: 'h264',
    encode: X264,
    pixels: ['yuv420p', 'yuv422p', 'yuv444p', 'yuv420p10le', 'yuv422p10le', 'gray'],
    containers: ['mp4', 'mov', 'mkv', 'ts', 'flv', 'avi', 'm2ts', '3gp', 'm4v', '3g2', 'f4v'],
    ...{ hasFreeTimes: true, hasFields: true, hasColours: true, hasShape: true },
  },
  {
    codec: 'hevc',
    encode: 'libx265 -preset ultrafast -x265-params log-level=none:qp=12:keyint=25',
    pixels: ['yuv420p', 'yuv420p10le', 'yuv422p10le', 'yuv444p'],
    containers: ['mp4', 'mkv', 'mov', 'ts'],
    smallest: 32,
    ...{ hasFreeTimes: true, hasColours: true, hasShape: true },
  },
  {
    codec: 'vp9',
    encode: 'libvpx-vp9 -crf 8 -b:v 0 -deadline realtime -cpu-used 8 -g 25',
    pixels: ['yuv420p', 'yuv420p10le', 'yuv444p', 'yuva420p'],
    containers: ['webm', 'mkv', 'mp4'],
    ...{ hasFreeTimes: true, hasColours: true },
  },
  {
    codec: 'vp8',
    encode: 'libvpx -auto-alt-ref 0 -crf 4 -b:v 4M -deadline realtime -cpu-used 8 -g 25',
    pixels: ['yuv420p', 'yuva420p'],
    containers: ['webm', 'mkv', 'avi'],
    hasFreeTimes: true,
  },
  {
    codec: 'av1',
    encode: 'libsvtav1 -preset 10 -crf 12 -g 25',
    pixels: ['yuv420p', 'yuv420p10le'],
    containers: ['mp4', 'webm', 'mkv'],
    smallest: 64,
    ...{ hasFreeTimes: true, hasColours: true },
  },
  {
    codec: 'mpeg2video',
    encode: `mpeg2video ${QUALITY} -bf 2`,
    pixels: ['yuv420p', 'yuv422p'],
    containers: ['mpg', 'ts', 'vob', 'mkv', 'mov', 'mp4', 'avi'],
    rates: TELEVISION,
    ...{ hasFields: true, hasShape: true, step: 16 },
  },
  {
    codec: 'mpeg1video',
    encode: `mpeg1video ${QUALITY} -bf 2`,
    pixels: ['yuv420p'],
    containers: ['mpg', 'mkv', 'ts'],
    rates: TELEVISION,
    step: 16,
  },
  {
    codec: 'mpeg4',
    encode: `mpeg4 ${QUALITY} -bf 2`,
    pixels: ['yuv420p'],
    containers: ['avi', 'mp4', 'mkv', 'mov', '3gp', 'ts'],
    hasShape: true,
  },
  { codec: 'mpeg4', encode: `libxvid ${QUALITY}`, pixels: ['yuv420p'], containers: ['avi', 'mkv'] },
  {
    codec: 'theora',
    encode: 'libtheora -q:v 10 -g 25',
    pixels: ['yuv420p', 'yuv444p'],
    containers: ['ogv', 'mkv'],
    step: 16,
    smallest: 32,
  },
  {
    codec: 'prores',
    encode: 'prores_ks',
    pixels: ['yuv422p10le', 'yuv444p10le', 'yuva444p10le'],
    containers: ['mov', 'mkv'],
    hasColours: true,
  },
  {
    codec: 'dnxhd',
    encode: 'dnxhd -profile:v:0 dnxhr_hq',
    pixels: ['yuv422p'],
    containers: ['mov', 'mkv'],
    sizes: [[256, 120]],
    matrix: 'bt709',
  },
  {
    codec: 'mjpeg',
    encode: 'mjpeg -q:v 2',
    pixels: ['yuvj420p', 'yuvj422p', 'yuvj444p'],
    containers: ['avi', 'mov', 'mkv', 'mp4'],
  },
  {
    codec: 'wmv2',
    encode: `wmv2 ${QUALITY}`,
    pixels: ['yuv420p'],
    containers: ['wmv', 'avi', 'mkv'],
    step: 2,
  },
  { codec: 'wmv1', encode: `wmv1 ${QUALITY}`, pixels: ['yuv420p'], containers: ['wmv', 'avi'], step: 2 },
  { codec: 'flv1', encode: `flv ${QUALITY}`, pixels: ['yuv420p'], containers: ['flv', 'avi'] },
  {
    codec: 'h263',
    encode: `h263 ${QUALITY}`,
    pixels: ['yuv420p'],
    containers: ['3gp', 'mov', 'avi'],
    sizes: [
      [176, 144],
      [128, 96],
    ],
    rates: ['30000/1001'],
    pixelShape: '12/11',
  },
  { codec: 'msmpeg4v3', encode: `msmpeg4 ${QUALITY}`, pixels: ['yuv420p'], containers: ['avi', 'wmv'] },
  { codec: 'msmpeg4v2', encode: `msmpeg4v2 ${QUALITY}`, pixels: ['yuv420p'], containers: ['avi'] },
];

/** Codecs of editing programs, recordings of screens and old software. */
const SPECIAL: readonly VideoFormat[] = [
  { codec: 'qtrle', encode: 'qtrle', pixels: ['rgb24', 'argb', 'rgb555be'], containers: ['mov'] },
  { codec: 'flashsv', encode: 'flashsv', pixels: ['bgr24'], containers: ['flv'] },
  { codec: 'flashsv2', encode: 'flashsv2', pixels: ['bgr24'], containers: ['flv'], colourError: 20 },
  { codec: 'zmbv', encode: 'zmbv', pixels: ['bgr0', 'rgb555le'], containers: ['avi'] },
  {
    codec: 'cinepak',
    encode: 'cinepak',
    pixels: ['rgb24'],
    containers: ['avi', 'mov'],
    step: 4,
    ...TWO_STEPS,
  },
  {
    codec: 'utvideo',
    encode: 'utvideo',
    pixels: ['yuv420p', 'gbrp', 'yuv444p'],
    containers: ['avi', 'mov', 'mkv'],
  },
  { codec: 'huffyuv', encode: 'huffyuv', pixels: ['yuv422p', 'rgb24'], containers: ['avi', 'mkv'] },
  { codec: 'ffvhuff', encode: 'ffvhuff', pixels: ['yuv420p', 'yuv444p10le'], containers: ['avi', 'mkv'] },
  {
    codec: 'ffv1',
    encode: 'ffv1',
    pixels: ['yuv420p', 'yuv444p', 'bgra'],
    containers: ['mkv', 'avi', 'mov'],
  },
  { codec: 'rawvideo', encode: 'rawvideo', pixels: ['yuv420p', 'bgr24'], containers: ['avi'] },
  { codec: 'rawvideo', encode: 'rawvideo', pixels: ['uyvy422'], containers: ['mov'] },
  { codec: 'rawvideo', encode: 'rawvideo', pixels: ['yuv420p'], containers: ['mkv'] },
  { codec: 'v210', encode: 'v210', pixels: ['yuv422p10le'], containers: ['mov', 'avi'] },
  { codec: 'v410', encode: 'v410', pixels: ['yuv444p10le'], containers: ['mov'], step: 2 },
  { codec: 'r210', encode: 'r210', pixels: ['gbrp10le'], containers: ['mov'] },
  { codec: 'png', encode: 'png', pixels: ['rgb24', 'rgba'], containers: ['mov', 'mkv', 'avi'] },
  { codec: 'jpeg2000', encode: 'libopenjpeg', pixels: ['yuv420p'], containers: ['mov', 'mkv'] },
  { codec: 'cfhd', encode: 'cfhd', pixels: ['yuv422p10le', 'gbrp12le'], containers: ['mov', 'avi'] },
  { codec: 'hap', encode: 'hap', pixels: ['rgba'], containers: ['mov'], step: 4, colourError: 20 },
  { codec: 'svq1', encode: 'svq1 -q:v 2', pixels: ['yuv410p'], containers: ['mov'], step: 32, ...TWO_STEPS },
  { codec: 'smc', encode: 'smc', pixels: ['pal8'], containers: ['mov'], step: 4, ...TWO_STEPS },
  { codec: 'msvideo1', encode: 'msvideo1', pixels: ['rgb555le'], containers: ['avi'], step: 4, ...TWO_STEPS },
  {
    codec: 'dvvideo',
    encode: 'dvvideo',
    pixels: ['yuv420p'],
    containers: ['avi', 'mov', 'mkv'],
    sizes: [[720, 576]],
    rates: ['25'],
    pixelShape: '16/15',
    hasFields: true,
  },
  { codec: 'magicyuv', encode: 'magicyuv', pixels: ['yuv420p'], containers: ['avi', 'mkv'], isRefused: true },
  { codec: 'snow', encode: 'snow -strict -2', pixels: ['yuv420p'], containers: ['avi'], isRefused: true },
];

export const VIDEO_FORMATS: readonly VideoFormat[] = [...FREQUENT, ...SPECIAL];
