import { catalog, game } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { formatPercent } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { Tick, type PartProps } from './time-part.tsx';
import styles from './rule-form.module.css';

/** The game, search, and the highest volume. */
export function MorePart({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { rule } = draft;
  const change = (changes: Partial<catalog.NestRule>) =>
    onChange({ ...draft, rule: { ...rule, ...changes } });
  const changeGame = (changes: Partial<catalog.NestGame>) => change({ game: { ...rule.game, ...changes } });
  return (
    <>
      <Message>{t('nest-rule.not-yet')}</Message>
      <Tick label={t('nest-rule.game')} isOn={rule.game.isOn} onTurn={(isOn) => changeGame({ isOn })} />
      {rule.game.isOn && <Game value={rule.game} onChange={changeGame} />}
      <hr className={styles.rule} />
      <Tick
        label={t('nest-rule.search')}
        hint={t('nest-rule.search-hint')}
        isOn={rule.allowsSearch}
        onTurn={(allowsSearch) => change({ allowsSearch })}
      />
      <hr className={styles.rule} />
      <Field label={t('nest-rule.volume')} hint={t('nest-rule.volume-hint')}>
        {(control) => (
          <input
            {...control}
            className={styles.range}
            type="range"
            min={catalog.MIN_NEST_VOLUME}
            max={100}
            step={5}
            aria-valuetext={formatPercent(rule.volume / 100)}
            value={rule.volume}
            onChange={({ target }) => change({ volume: Number(target.value) })}
          />
        )}
      </Field>
    </>
  );
}

interface GameProps {
  value: catalog.NestGame;
  onChange: (changes: Partial<catalog.NestGame>) => void;
}

function Game({ value, onChange }: GameProps) {
  const t = useTexts();
  return (
    <>
      <Letters chosen={value.letters} onChange={(letters) => onChange({ letters })} />
      <div className={styles.two}>
        <Field label={t('nest-rule.largest')}>
          {(control) => (
            <select
              {...control}
              value={value.largest}
              onChange={({ target }) =>
                onChange({ largest: game.GRIDS.find((grid) => grid === target.value) ?? value.largest })
              }
            >
              {game.GRIDS.map((grid) => (
                <option key={grid}>{grid}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('nest-rule.says')}>
          {(control) => (
            <select
              {...control}
              value={value.says}
              onChange={({ target }) => onChange({ says: target.value === 'word' ? 'word' : 'letter' })}
            >
              <option value="letter">{t('nest-rule.says-letter')}</option>
              <option value="word">{t('nest-rule.says-word')}</option>
            </select>
          )}
        </Field>
      </div>
    </>
  );
}

interface LettersProps {
  chosen: readonly string[];
  onChange: (letters: string[]) => void;
}

/** The letters of the game, in its order. Chosen ones that it has no more are kept, but cannot be seen. */
function Letters({ chosen, onChange }: LettersProps) {
  const t = useTexts();
  const { data, isError, refetch } = useCall(game.listCategories, {}, { meta: UNAWAITED });
  const all = data?.categories.map(({ letter }) => letter) ?? [];
  const toggle = (letter: string) => {
    const next = chosen.includes(letter) ? chosen.filter((one) => one !== letter) : [...chosen, letter];
    onChange([...all.filter((one) => next.includes(one)), ...next.filter((one) => !all.includes(one))]);
  };
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
