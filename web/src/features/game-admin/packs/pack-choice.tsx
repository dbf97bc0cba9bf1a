import { game, LANGUAGE_NAMES, type Language } from '@larksong/contracts';

import { useCall } from '../../../api/queries.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import { Field } from '../../../ui/field.tsx';

interface PackChoiceProps {
  pack: FurtherPack;
  onChoose: (language: Language) => void;
}

/** Chooses the pack that is edited, where there is more than one. */
export function PackChoice({ pack, onChoose }: PackChoiceProps) {
  const t = useTexts();
  const chosen = pack ?? game.OWN_PACK;
  const packs = useCall(game.listAdminPacks, {}, { staleTime: 0 }).data?.packs ?? [];
  const known = packs.filter(
    ({ language, letterCount }) => letterCount > 0 || language === chosen || language === game.OWN_PACK,
  );
  if (known.length < 2) return null;
  return (
    <Field label={t('packs.language')}>
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) =>
            onChoose(known.find(({ language }) => language === target.value)?.language ?? chosen)
          }
        >
          {known.map(({ language }) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
