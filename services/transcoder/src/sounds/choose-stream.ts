import { why } from '@larksong/service-kit/sentences';
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

/**
 * Returns the index of the stream to use from ffprobe's output: the default one, else the first that can be decoded.
 * Throws `InputError` if there is none.
 */
export function chooseSoundStream(answer: unknown): number {
  if (!Value.Check(Probed, answer)) throw new InputError(why('sound-other-format'));
  const { streams } = answer;
  if (streams.length > MAX_STREAMS)
    throw new InputError(
      why('sound-too-many-streams', { streamCount: streams.length, mostCount: MAX_STREAMS }),
    );
  const sounds = streams.filter((stream) => stream.codec_type === 'audio');
  const known = sounds.filter(isDecodable);
  const chosen = known.find((stream) => stream.disposition?.['default'] === 1) ?? known[0];
  if (chosen) return chosen.index;
  const unknown = sounds.find((stream) => stream.codec_name !== undefined);
  throw new InputError(unknown ? why('sound-codec', { codec: unknown.codec_name ?? '' }) : why('sound-none'));
}

function isDecodable({ codec_name: codec = '', channels = 0 }: Static<typeof Stream>): boolean {
  return AUDIO_CODECS.includes(codec) && channels > 0;
}
