import { id3Tag, type SongSpec } from './songs.ts';

type Extra = Partial<Pick<SongSpec, 'cover' | 'tags' | 'change' | 'seconds' | 'slackSeconds'>>;

const PCM = (codec: string, ...more: string[]) => ['-c:a', codec, ...more];
const MP3 = (...more: string[]) => ['-c:a', 'libmp3lame', ...more];
const LATIN = { title: 'Für Elise', artist: 'Äöü ÿ', date: '1810' };
const WIDE = { title: '五只小鸭子 🦆', artist: 'Группа «Утята»', album: 'ا ب ت', date: '2024-05-12' };

/** Changes of files that people have: what programs and broken copies leave before, within and after the sound. */
const CHANGES = {
  'a gap before': (file: Buffer) => Buffer.concat([Buffer.alloc(700), file]),
  'a tag and a gap before': (file: Buffer) =>
    Buffer.concat([id3Tag(Buffer.alloc(9000, 0x55)), Buffer.alloc(2048), file]),
  'a tag before': (file: Buffer) => Buffer.concat([id3Tag(Buffer.from('nothing')), file]),
  'a text after': (file: Buffer) => Buffer.concat([file, Buffer.alloc(3000, 'LYRICSBEGIN')]),
  'a length that is not known': (file: Buffer) => {
    for (const at of [4, file.indexOf('data') + 4]) file.writeUInt32LE(0xff_ff_ff_ff, at);
    return file;
  },
} as const;

/** Sound files of every format that people have: name, extension, encoder, and what else is in them. */
const LIST: readonly (readonly [string, string, string[], Extra?])[] = [
  ['MP3, variable rate, cover', 'mp3', MP3('-q:a', '4'), { cover: 'jpeg', tags: LATIN }],
  ['MP3, constant rate', 'mp3', MP3('-b:a', '128k')],
  ['MP3, constant rate without a header', 'mp3', MP3('-b:a', '96k', '-write_xing', '0')],
  ['MP3, variable rate without a header', 'mp3', MP3('-q:a', '6', '-write_xing', '0')],
  ['MP3, average rate', 'mp3', MP3('-b:a', '112k', '-abr', '1')],
  ['MP3, 8 kHz mono', 'mp3', MP3('-ar', '8000', '-ac', '1', '-b:a', '16k')],
  ['MP3, 22 kHz', 'mp3', MP3('-ar', '22050', '-b:a', '64k')],
  ['MP3, 320 kbit/s, joint stereo', 'mp3', MP3('-b:a', '320k', '-joint_stereo', '1')],
  ['MP3, ID3v1 alone', 'mp3', MP3('-write_id3v1', '1', '-id3v2_version', '0'), { tags: LATIN }],
  ['MP3, ID3v2.3 in UTF-16', 'mp3', MP3('-id3v2_version', '3'), { tags: WIDE }],
  ['MP3, ID3v2.4 in UTF-8', 'mp3', MP3('-id3v2_version', '4'), { tags: WIDE, cover: 'written by ffmpeg' }],
  ['MP3, a PNG as cover', 'mp3', MP3(), { cover: 'png' }],
  ['MP3, a tall cover', 'mp3', MP3(), { cover: 'tall' }],
  ['MP3, a transparent cover', 'mp3', MP3(), { cover: 'transparent' }],
  ['MP3, an icon as cover', 'mp3', MP3(), { cover: 'icon' }],
  ['MP3, a broken cover', 'mp3', MP3(), { cover: 'broken' }],
  ['MP3, an empty cover', 'mp3', MP3(), { cover: 'empty' }],
  ['MP3, a text as cover', 'mp3', MP3(), { cover: 'as a text' }],
  ['MP3, a huge cover', 'mp3', MP3(), { cover: 'of 10,000 × 10,000 pixels' }],
  ['MP3, a gap before', 'mp3', MP3(), { change: CHANGES['a gap before'] }],
  ['MP3, a tag and a gap before', 'mp3', MP3(), { change: CHANGES['a tag and a gap before'] }],
  ['MP3, a text after', 'mp3', MP3(), { change: CHANGES['a text after'] }],
  ['MPEG layer 2', 'mp2', ['-c:a', 'mp2', '-b:a', '192k']],
  ['AAC in ADTS', 'aac', ['-c:a', 'aac']],
  ['AAC in ADTS, mono, 16 kHz', 'aac', ['-c:a', 'aac', '-ac', '1', '-ar', '16000'], { slackSeconds: 0.13 }],
  ['AAC in ADTS, a tag with a cover', 'aac', ['-c:a', 'aac'], { cover: 'jpeg' }],
  ['M4A', 'm4a', ['-c:a', 'aac'], { tags: WIDE }],
  ['M4A, cover', 'm4a', ['-c:a', 'aac'], { cover: 'written by ffmpeg', tags: WIDE }],
  ['M4A, index first', 'm4a', ['-c:a', 'aac', '-movflags', '+faststart']],
  [
    'M4A, fragments',
    'm4a',
    ['-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov', '-frag_duration', '1000000'],
  ],
  ['M4A, 5.1', 'm4a', ['-c:a', 'aac', '-ac', '6']],
  ['M4A, Apple Lossless', 'm4a', ['-c:a', 'alac']],
  ['M4B', 'm4b', ['-c:a', 'aac', '-b:a', '48k', '-f', 'ipod'], { cover: 'written by ffmpeg', seconds: 45 }],
  ['MP4, sound alone', 'mp4', ['-c:a', 'aac']],
  ['MP4, FLAC', 'mp4', ['-c:a', 'flac']],
  ['3GP, sound alone', '3gp', ['-c:a', 'aac', '-ar', '16000']],
  ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis'], { tags: WIDE }],
  ['Ogg Vorbis, 5.1', 'ogg', ['-c:a', 'libvorbis', '-ac', '6']],
  ['Ogg FLAC', 'oga', ['-c:a', 'flac']],
  ['Ogg Speex', 'ogg', ['-c:a', 'libspeex', '-ar', '16000', '-ac', '1']],
  ['Opus', 'opus', ['-c:a', 'libopus'], { tags: WIDE }],
  ['Opus, mono, for speech', 'opus', ['-c:a', 'libopus', '-ac', '1', '-b:a', '16k', '-application', 'voip']],
  ['WebM, sound alone', 'webm', ['-c:a', 'libopus']],
  ['WebM, live', 'webm', ['-c:a', 'libopus', '-f', 'webm', '-live', '1']],
  ['Matroska, sound alone', 'mka', ['-c:a', 'libvorbis']],
  ['FLAC', 'flac', ['-c:a', 'flac'], { tags: WIDE }],
  ['FLAC, cover', 'flac', ['-c:a', 'flac'], { cover: 'written by ffmpeg' }],
  ['FLAC, 192 kHz, 24 bits', 'flac', ['-c:a', 'flac', '-ar', '192000', '-sample_fmt', 's32']],
  ['FLAC, a tag before', 'flac', ['-c:a', 'flac'], { change: CHANGES['a tag before'] }],
  ['WAV, 16 bits', 'wav', PCM('pcm_s16le'), { tags: LATIN }],
  ['WAV, 8 bits, 11 kHz', 'wav', PCM('pcm_u8', '-ar', '11025')],
  ['WAV, 24 bits, 96 kHz', 'wav', PCM('pcm_s24le', '-ar', '96000')],
  ['WAV, 32-bit floats', 'wav', PCM('pcm_f32le')],
  ['WAV, 64-bit floats, 192 kHz', 'wav', PCM('pcm_f64le', '-ar', '192000')],
  ['WAV, A-law', 'wav', PCM('pcm_alaw', '-ar', '8000', '-ac', '1')],
  ['WAV, ADPCM', 'wav', PCM('adpcm_ima_wav')],
  ['WAV, of more than 4 GB by its form', 'wav', PCM('pcm_s16le', '-rf64', 'always')],
  ['WAV, of unknown length', 'wav', PCM('pcm_s16le'), { change: CHANGES['a length that is not known'] }],
  ['Wave64', 'w64', PCM('pcm_s16le')],
  ['AIFF', 'aiff', PCM('pcm_s16be'), { tags: LATIN }],
  ['AIFF, 24 bits, little-endian names', 'aif', PCM('pcm_s24be', '-write_id3v2', '1'), { tags: WIDE }],
  ['CAF, Apple Lossless', 'caf', ['-c:a', 'alac']],
  ['Windows Media Audio 2', 'wma', ['-c:a', 'wmav2'], { tags: WIDE }],
  ['Windows Media Audio 1', 'wma', ['-c:a', 'wmav1', '-b:a', '96k']],
];

/** Returns all songs, each between 8 and 60 seconds long. */
export function listSongs(): SongSpec[] {
  return LIST.map(([name, extension, encode, extra = {}], number) => ({
    name,
    extension,
    encode,
    seconds: 8 + ((number * 37) % 52) + (number % 4) / 4,
    ...extra,
  }));
}
