import { catalog } from '@larksong/contracts';

import { formatPercent } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import { GamePart } from './game-part.tsx';
import { Tick, type PartProps } from './time-part.tsx';
import styles from './rule-form.module.css';

/** The game, search, and the highest volume. */
export function MorePart({ draft, onChange }: PartProps) {
  const t = useTexts();
  const { rule } = draft;
  const change = (changes: Partial<catalog.NestRule>) =>
    onChange({ ...draft, rule: { ...rule, ...changes } });
  const changeGame = (game: catalog.NestGame) => change({ game });
  return (
    <>
      <Tick
        label={t('nest-rule.game')}
        isOn={rule.game.isOn}
        onTurn={(isOn) => changeGame({ ...rule.game, isOn })}
      />
      {rule.game.isOn && <GamePart value={rule.game} onChange={changeGame} />}
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
