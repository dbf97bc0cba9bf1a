import type { game } from '@larksong/contracts';

import { useTexts } from '../../../lib/texts.ts';
import { toLetterSoundAddress } from '../../../parts/game-cards/game-media.ts';
import { SoundPart } from './sound-part.tsx';
import { useMedia } from './use-media.ts';

/** The sound that says a letter, as in “A … apple”, with its player and its actions. */
export function LetterSound({ category }: { category: game.AdminCategory }) {
  const t = useTexts();
  const { id, letter, pack } = category;
  const owner = { ...category, id, letter, name: t('media.letter', { letter }) };
  const media = useMedia(owner, 'letterName');
  return (
    <SoundPart
      of={owner}
      toAddress={(version) => toLetterSoundAddress(letter, { pack, version })}
      media={media}
    />
  );
}
