import { game, LANGUAGE_NAMES, type catalog, type Language } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';
import { toPack, toPackInput } from '../../parts/game-cards/packs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './rule-form.module.css';

const SPEECHES = ['both', 'letter', 'word'] as const satisfies readonly catalog.NestGame['says'][];

interface GamePartProps {
  value: catalog.NestGame;
  onChange: (value: catalog.NestGame) => void;
}

/** The game of a nest: language, letters, the largest board, and what its letter cards say. */
export function GamePart({ value, onChange }: GamePartProps) {
  const t = useTexts();
  return (
    <>
      <Pack value={value} onChange={onChange} />
      <Letters value={value} onChange={onChange} />
      <div className={styles.two}>
        <Choice
          label={t('nest-rule.largest')}
          values={game.GRIDS}
          chosen={value.largest}
          nameOf={(grid) => grid}
          onChoose={(largest) => onChange({ ...value, largest })}
        />
        <Choice
          label={t('nest-rule.says')}
          values={SPEECHES}
          chosen={value.says}
          nameOf={(speech) => t(`nest-rule.says-${speech}`)}
          onChoose={(says) => onChange({ ...value, says })}
        />
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  values: readonly Value[];
  chosen: Value;
  nameOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, chosen, nameOf, onChoose }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={chosen}
          onChange={({ target }) => onChoose(values.find((value) => value === target.value) ?? chosen)}
        >
          {values.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The language of the words, where the site has several. Another one has other letters. */
function Pack({ value, onChange }: GamePartProps) {
  const t = useTexts();
  const packs = useCall(game.listPacks, {}, { meta: UNAWAITED }).data?.packs ?? [];
  const chosen = value.pack ?? game.OWN_PACK;
  // One that the site has no more stays chosen until somebody chooses another one.
  const languages = [...new Set([...packs.map(({ language }) => language), chosen])];
  if (languages.length < 2) return null;
  const choose = (language: Language) => {
    const { pack: _before, ...rest } = value;
    const pack = toPack(language);
    onChange({ ...rest, letters: [], ...(pack === undefined ? {} : { pack }) });
  };
  return (
    <Choice
      label={t('nest-rule.pack')}
      values={languages}
      chosen={chosen}
      nameOf={(language) => LANGUAGE_NAMES[language]}
      onChoose={choose}
    />
  );
}

/** The letters of the game, in its order. Chosen ones that it has no more are kept, but cannot be seen. */
function Letters({ value, onChange }: GamePartProps) {
  const t = useTexts();
  const pack = value.pack && toPack(value.pack);
  const { data, isError, refetch } = useCall(game.listCategories, toPackInput(pack), { meta: UNAWAITED });
  const all = data?.categories.map(({ letter }) => letter) ?? [];
  const chosen = value.letters;
  const toggle = (letter: string) => onChange({ ...value, letters: toggleIn(all, chosen, letter) });
  return (
    <fieldset className={styles.letters}>
      <legend>
        {t('nest-rule.letters')}{' '}
        <Badge kind="note">
          {chosen.length === 0
            ? t('nest-rule.letters-all')
            : t('nest-rule.letters-chosen', { count: chosen.length })}
        </Badge>
      </legend>
      {all.map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={chosen.includes(letter)}
          dir="auto"
          lang={pack}
          onClick={() => toggle(letter)}
        >
          {letter}
        </button>
      ))}
      {!data && isError && (
        <Button variant="plain" onClick={() => void refetch()}>
          {t('nest-rule.letters-failed')}
        </Button>
      )}
    </fieldset>
  );
}

/** Returns the chosen letters with or without one, in the order of the game; those that it has no more come last. */
function toggleIn(all: readonly string[], chosen: readonly string[], letter: string): string[] {
  const next = chosen.includes(letter) ? chosen.filter((one) => one !== letter) : [...chosen, letter];
  return [...all.filter((one) => next.includes(one)), ...next.filter((one) => !all.includes(one))];
}
