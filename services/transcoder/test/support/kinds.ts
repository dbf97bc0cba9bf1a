/** Recipe for an ordinary kind of file from numbered pictures and a tone. */
export interface Kind {
  name: string;
  file: string;
  /** Options of the encoders and the container. */
  output: string[];
  /** Frames per second, 25 unless given. */
  rate?: string;
  /** False for a file without sound. */
  sound?: boolean;
  frames?: number;
  /** A further input. */
  extra?: 'subtitles' | 'cover' | 'second sound';
  /** Delay of the sound after the picture in seconds. */
  lateSound?: number;
  /** Seconds removed from the beginning without re-encoding. */
  cutSeconds?: number;
  /** A filter applied to the numbered pictures. */
  filter?: string;
}

const X264 = [
  '-c:v:0',
  'libx264',
  '-preset',
  'ultrafast',
  '-qp',
  '20',
  '-pix_fmt',
  'yuv420p',
  '-bf',
  '2',
  '-g',
  '25',
];
const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];
const AAC = ['-c:a', 'aac'];
const QUALITY = ['-q:v', '3'];
const MPEG4 = ['-c:v', 'mpeg4', ...QUALITY];

/** Codecs, containers and additional streams. */
export const KINDS: Kind[] = [
  { name: 'H.264 in MP4', file: 'a.mp4', output: [...X264, ...AAC, '-movflags', '+faststart'] },
  { name: 'H.264 in QuickTime', file: 'a.mov', output: [...X264, '-c:a', 'pcm_s16le'] },
  { name: 'H.264 in Matroska', file: 'a.mkv', output: [...X264, '-c:a', 'ac3'] },
  { name: 'H.264 in a transport stream', file: 'a.ts', output: [...X264, ...AAC] },
  { name: 'H.264 in a camera’s transport stream', file: 'b.m2ts', output: [...X264, '-c:a', 'ac3'] },
  { name: 'H.264 in Flash video', file: 'a.flv', output: [...X264, ...AAC] },
  { name: 'H.264 in 3GPP', file: 'a.3gp', output: [...X264, ...AAC] },
  {
    name: 'H.264 with an open group of pictures',
    file: 'c.mp4',
    output: [...X264, '-x264-params', 'open-gop=1', ...AAC],
  },
  { name: 'HEVC in MP4', file: 'd.mp4', output: [...X265, '-pix_fmt', 'yuv420p', ...AAC] },
  { name: 'HEVC of ten bits', file: 'd.mkv', output: [...X265, '-pix_fmt', 'yuv420p10le', ...AAC] },
  {
    name: 'VP8 in WebM',
    file: 'a.webm',
    output: ['-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-c:a', 'libvorbis'],
  },
  {
    name: 'VP9 in WebM',
    file: 'b.webm',
    output: ['-c:v', 'libvpx-vp9', '-b:v', '2M', '-deadline', 'realtime', '-c:a', 'libopus'],
  },
  {
    name: 'AV1 in MP4',
    file: 'e.mp4',
    output: ['-c:v', 'libsvtav1', '-preset', '12', '-pix_fmt', 'yuv420p', ...AAC],
  },
  {
    name: 'MPEG-1 in a program stream',
    file: 'a.mpg',
    output: ['-c:v', 'mpeg1video', ...QUALITY, '-c:a', 'mp2'],
  },
  {
    name: 'MPEG-2 in a DVD’s program stream',
    file: 'b.vob',
    output: ['-c:v', 'mpeg2video', ...QUALITY, '-bf', '2', '-c:a', 'ac3'],
  },
  {
    name: 'MPEG-2 in a transport stream',
    file: 'f.ts',
    output: ['-c:v', 'mpeg2video', ...QUALITY, '-c:a', 'mp2'],
  },
  { name: 'MPEG-4 in AVI', file: 'a.avi', output: [...MPEG4, '-c:a', 'libmp3lame'] },
  {
    name: 'MPEG-4 with pictures out of order in AVI',
    file: 'b.avi',
    output: [...MPEG4, '-bf', '2', '-c:a', 'libmp3lame'],
  },
  {
    name: 'Xvid in AVI',
    file: 'xvid.avi',
    output: ['-c:v', 'libxvid', ...QUALITY, '-bf', '2', '-c:a', 'libmp3lame'],
  },
  { name: 'Theora in Ogg', file: 'a.ogv', output: ['-c:v', 'libtheora', '-q:v', '8', '-c:a', 'libvorbis'] },
  { name: 'ProRes in QuickTime', file: 'g.mov', output: ['-c:v', 'prores_ks', '-c:a', 'pcm_s24le'] },
  {
    name: 'DNxHR in QuickTime',
    file: 'h.mov',
    filter: 'scale=320:128',
    output: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_sq', '-pix_fmt', 'yuv422p', '-c:a', 'pcm_s16le'],
  },
  {
    name: 'Motion JPEG in AVI',
    file: 'c.avi',
    output: ['-c:v', 'mjpeg', ...QUALITY, '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le'],
  },
  { name: 'Windows Media', file: 'a.wmv', output: ['-c:v', 'wmv2', ...QUALITY, '-c:a', 'wmav2'] },
  {
    name: 'Sorenson Spark in Flash video',
    file: 'b.flv',
    output: ['-c:v', 'flv1', ...QUALITY, '-c:a', 'libmp3lame', '-ar', '44100'],
  },
  {
    name: 'QuickTime Animation',
    file: 'i.mov',
    output: ['-c:v', 'qtrle', '-pix_fmt', 'rgb24', '-c:a', 'pcm_s16be'],
  },
  {
    name: 'QuickTime Animation with transparency',
    file: 'j.mov',
    output: ['-c:v', 'qtrle', '-pix_fmt', 'argb', '-c:a', 'pcm_s16be'],
  },
  {
    name: 'VP9 with transparency',
    file: 'k.webm',
    output: [
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      '2M',
      '-deadline',
      'realtime',
      '-pix_fmt',
      'yuva420p',
      '-c:a',
      'libopus',
    ],
  },
  {
    name: 'mov_text subtitles',
    file: 'l.mp4',
    extra: 'subtitles',
    output: [...X264, ...AAC, '-c:s', 'mov_text'],
  },
  { name: 'SubRip subtitles', file: 'l.mkv', extra: 'subtitles', output: [...X264, ...AAC, '-c:s', 'srt'] },
  { name: 'ASS subtitles', file: 'm.mkv', extra: 'subtitles', output: [...X264, ...AAC, '-c:s', 'ass'] },
  {
    name: 'WebVTT subtitles',
    file: 'm.webm',
    extra: 'subtitles',
    output: ['-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-c:a', 'libvorbis', '-c:s', 'webvtt'],
  },
  {
    name: 'a cover',
    file: 'n.mp4',
    extra: 'cover',
    output: [...X264, ...AAC, '-c:v:1', 'png', '-pix_fmt:v:1', 'rgb24', '-disposition:v:1', 'attached_pic'],
  },
  {
    name: 'a second sound in a rare codec',
    file: 'o.mkv',
    extra: 'second sound',
    output: [...X264, ...AAC, '-c:a:1', 'wavpack'],
  },
  { name: 'a track of time code', file: 'p.mov', output: [...X264, ...AAC, '-timecode', '01:00:00:00'] },
  { name: 'surround sound', file: 'q.mp4', output: [...X264, ...AAC, '-ac', '6'] },
  { name: 'sound that begins late', file: 'r.mp4', lateSound: 0.6, output: [...X264, ...AAC] },
  {
    name: 'a picture lying on its side',
    file: 's.mov',
    output: [...X264, ...AAC, '-metadata:s:v', 'rotate=180'],
  },
  {
    name: 'fields',
    file: 't.ts',
    filter: 'setfield=tff',
    output: [...X264, '-flags', '+ildct+ilme', '-x264-params', 'tff=1', ...AAC],
  },
  {
    name: 'high dynamic range',
    file: 'u.mp4',
    output: [
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
      '-pix_fmt',
      'yuv420p10le',
      ...AAC,
    ],
  },
  {
    name: 'an odd size',
    file: 'v.mp4',
    filter: 'scale=321:129',
    output: [...X264, '-pix_fmt', 'yuv444p', ...AAC],
  },
  {
    name: 'frames at variable times',
    file: 'w.mp4',
    rate: '30',
    filter: "select='not(eq(mod(n,7),3))'",
    output: [...X264, ...AAC, '-fps_mode', 'vfr'],
  },
  { name: 'one frame', file: 'x.mp4', frames: 1, sound: false, output: X264 },
  { name: 'no sound', file: 'y.mkv', sound: false, rate: '30000/1001', output: X264 },
  {
    name: '60 frames per second',
    file: 'z.mp4',
    rate: '60',
    frames: 120,
    filter: 'scale=1280:720:flags=neighbor', // smaller sizes have 30
    output: [...X264, ...AAC],
  },
  {
    name: 'a transport stream that begins between key frames',
    file: 'cut.ts',
    cutSeconds: 0.8,
    output: [...X264, ...AAC],
  },
  {
    name: 'an edit list that skips the beginning',
    file: 'cut.mp4',
    cutSeconds: 0.5,
    output: [...X264, ...AAC],
  },
];
