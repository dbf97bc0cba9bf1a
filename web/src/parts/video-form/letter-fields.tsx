import { game } from '@larksong/contracts';
import { useId, useRef, useState } from 'react';

import { useCall } from '../../api/queries.ts';
import { formatList } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { toMuted } from '../message-elements.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { addOnEnter } from './add-on-enter.ts';
import { readLetters, type LettersDraft } from './letters.ts';
import styles from './letter-fields.module.css';
import { explain } from '../../lib/server-sentences/texts.ts';
import { useServerTexts } from '../server-words.ts';

/** Keeps the room of the usual letters until the game has named its own. */
const ALPHABET = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

interface LetterFieldsProps {
  draft: LettersDraft;
  error: string | undefined;
  onChange: (draft: LettersDraft) => void;
}

/** The letters of the game that a video is about: those that have cards to press, and a field for any other. */
export function LetterFields({ draft, error, onChange }: LetterFieldsProps) {
  const t = useTexts();
  useServerTexts('failures');
  const { letters, text } = draft;
  const hintId = useId();
  const [problem, setProblem] = useState<string>();
  const change = (next: LettersDraft) => {
    setProblem(undefined);
    onChange(next);
  };
  const toggle = (letter: string) => {
    const others = letters.filter((other) => other !== letter);
    const result = readLetters({
      letters: others.length < letters.length ? others : [...letters, letter],
      text: '',
    });
    if ('problem' in result) setProblem(explain(result.problem));
    else change({ letters: result.letters, text });
  };
  const add = () => {
    const result = text.trim() === '' ? { problem: game.LETTER_PROBLEMS.missing } : readLetters(draft);
    if ('problem' in result) setProblem(explain(result.problem));
    else change({ letters: result.letters, text: '' });
  };
  return (
    <fieldset name="letters" aria-describedby={hintId}>
      <legend>{t.rich('letters.legend', { muted: toMuted })}</legend>
      <output className="muted small" id={hintId}>
        {letters.length === 0
          ? t('letters.hint')
          : t('letters.chosen', { letters: formatList(letters, 'unit') })}
      </output>
      <LetterChips chosen={letters} onToggle={toggle} />
      <AnotherLetter
        text={text}
        error={error ?? problem}
        onType={(typed) => change({ letters, text: typed })}
        onAdd={add}
      />
    </fieldset>
  );
}

interface LetterChipsProps {
  chosen: readonly string[];
  onToggle: (letter: string) => void;
}

function LetterChips({ chosen, onToggle }: LetterChipsProps) {
  // Only suggestions: users can type without them.
  const { data, isPending } = useCall(game.listCategories, {});
  /** A letter that was chosen stays, so that it can be chosen again. */
  const [seen, setSeen] = useState(chosen);
  if (chosen.some((letter) => !seen.includes(letter))) setSeen([...seen, ...chosen]);
  const known = data?.categories.map(({ letter }) => letter) ?? (isPending ? ALPHABET : []);
  const shown = [...new Set([...known, ...seen])].toSorted(game.compareLetters);
  return (
    <div className={styles.letters} data-waiting={isPending || undefined}>
      {shown.map((letter) => (
        <button
          key={letter}
          type="button"
          className={classNames('chip', styles.letter)}
          aria-pressed={chosen.includes(letter)}
          onClick={() => onToggle(letter)}
        >
          {letter}
        </button>
      ))}
    </div>
  );
}

interface AnotherLetterProps {
  text: string;
  error: string | undefined;
  onType: (text: string) => void;
  onAdd: () => void;
}

function AnotherLetter({ text, error, onType, onAdd }: AnotherLetterProps) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={<span className="small">{t('letters.another')}</span>} error={error}>
      {(control) => (
        <div className={styles.another}>
          <input
            {...control}
            ref={input}
            dir="auto"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            value={text}
            onKeyDown={(event) => addOnEnter(event, { isEmpty: text.trim() === '', onAdd })}
            onChange={(event) => onType(event.target.value)}
          />
          <Button
            variant="plain"
            aria-label={t('letters.add-label')}
            onClick={() => {
              onAdd();
              input.current?.focus();
            }}
          >
            {t('letters.add')}
          </Button>
        </div>
      )}
    </Field>
  );
}
