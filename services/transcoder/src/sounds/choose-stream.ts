import { game } from '@larksong/contracts';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

import { InputError } from '../failure.ts';
import { AUDIO_CODECS } from '../rules/source/formats.ts';

const Stream = Type.Object({
  index: Type.Integer(),
  codec_type: Type.Optional(Type.String()),
  codec_name: Type.Optional(Type.String()),
  channels: Type.Optional(Type.Integer()),
  disposition: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
const Probed = Type.Object({ streams: Type.Array(Stream) });

const MAX_STREAMS = 64;

export const SOUND_SENTENCES = {
  other: game.SOUND_FORMAT_SENTENCE,
  none: 'There is no sound in this file.',
  silent: 'This file contains only silence. Please record it again, closer to the microphone.',
  codec: (codec: string) =>
    `The format of the sound (${codec}) is not supported. Please save it as MP3 or WAV and upload it again.`,
};

/**
 * Returns the index of the stream to use from ffprobe's output: the default one, else the first that can be decoded.
 * Throws `InputError` if there is none.
 */
export function chooseSoundStream(answer: unknown): number {
  if (!Value.Check(Probed, answer)) throw new InputError(SOUND_SENTENCES.other);
  const { streams } = answer;
  if (streams.length > MAX_STREAMS)
    throw new InputError(`The file has ${streams.length} streams; at most ${MAX_STREAMS} are accepted.`);
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const known = sounds.filter(isDecodable);
  const chosen = known.find((stream) => stream.disposition?.['default'] === 1) ?? known[0];
  if (chosen) return chosen.index;
  const unknown = sounds.find((stream) => stream.codec_name !== undefined);
  throw new InputError(unknown ? SOUND_SENTENCES.codec(unknown.codec_name ?? '') : SOUND_SENTENCES.none);
}

function isDecodable({ codec_name: codec = '', channels = 0 }: Static<typeof Stream>): boolean {
  return AUDIO_CODECS.includes(codec) && channels > 0;
}
