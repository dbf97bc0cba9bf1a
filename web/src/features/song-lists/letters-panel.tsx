import { catalog, game } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { UNAWAITED } from '../../api/slow-reads.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { bothCases, hueOf, toLettersQuery } from '../../parts/game-cards/letter-card.ts';
import { toHueStyle } from '../../parts/list-sign.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Message } from '../../ui/message.tsx';
import { refreshLists } from './change-lists.ts';
import styles from './list.module.css';

interface LettersPanelProps {
  list: catalog.SongList;
  isEditable: boolean;
}

/** The letters of the day, which lead to the game; without any, only for those who can choose them. */
export function LettersPanel({ list, isEditable }: LettersPanelProps) {
  const t = useTexts();
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const all = useLetters();
  const { letters } = list;
  if (letters.length === 0 && !isEditable) return null;
  return (
    <section className="panel" aria-labelledby={titleId}>
      <div className="row apart">
        <h2 id={titleId}>{t('list-letters.title')}</h2>
        {isEditable && (
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {letters.length === 0 ? t('list-letters.choose') : t('list-letters.change')}
          </Button>
        )}
      </div>
      {letters.length > 0 && (
        <ul className={styles.letters}>
          {letters.map((letter, index) => (
            <li
              key={letter}
              className={styles.letter}
              style={toHueStyle(hueOf(all.includes(letter) ? all.indexOf(letter) : index))}
            >
              {bothCases(letter)}
            </li>
          ))}
        </ul>
      )}
      <p className="muted small">{letters.length === 0 ? t('list-letters.none') : t('list-letters.hint')}</p>
      {letters.length > 0 && (
        <ButtonLink variant="plain" to={paths.home + toLettersQuery(letters)}>
          {t('list-letters.play')}
        </ButtonLink>
      )}
      {isOpen && <LettersDialog list={list} all={all} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Returns the letters of the game in its order; empty until they are known. */
function useLetters(): readonly string[] {
  const { data } = useCall(game.listCategories, {}, { meta: UNAWAITED });
  return data?.categories.map(({ letter }) => letter) ?? [];
}

interface LettersDialogProps {
  list: catalog.SongList;
  all: readonly string[];
  onClose: () => void;
}

/** Chooses letters as the game's settings do. They keep the order of the game. */
function LettersDialog({ list, all, onClose }: LettersDialogProps) {
  const t = useTexts();
  // Those of a letter that the game has no more are kept, but cannot be seen.
  const [chosen, setChosen] = useState<readonly string[]>(list.letters);
  const save = useMutation({
    mutationFn: async () => {
      const letters = inOrder(all, chosen);
      await call(catalog.updateSongList, { params: { id: list.id }, body: { letters } });
      await refreshLists();
    },
    onSuccess: onClose,
  });
  return (
    <Dialog open title={t('list-letters.title')} onClose={onClose}>
      <div className="row">
        <Badge kind="note">{t('list-letters.selected', { count: chosen.length })}</Badge>
        <Button variant="plain" onClick={() => setChosen(all.slice(0, catalog.MAX_LIST_LETTERS))}>
          {t('list-letters.select-all')}
        </Button>
        <Button variant="plain" onClick={() => setChosen([])}>
          {t('list-letters.clear')}
        </Button>
      </div>
      <LetterGrid all={all} chosen={chosen} onChange={setChosen} />
      {save.isError && <Message kind="bad">{errorSentence(save.error)}</Message>}
      <div className="actions">
        <Button variant="plain" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t('list-dialog.save')}
        </Button>
      </div>
    </Dialog>
  );
}

function inOrder(all: readonly string[], chosen: readonly string[]): string[] {
  const others = chosen.filter((letter) => !all.includes(letter));
  return [...all.filter((letter) => chosen.includes(letter)), ...others];
}

interface LetterGridProps {
  all: readonly string[];
  chosen: readonly string[];
  onChange: (letters: readonly string[]) => void;
}

function LetterGrid({ all, chosen, onChange }: LetterGridProps) {
  const t = useTexts();
  const toggle = (letter: string) =>
    onChange(chosen.includes(letter) ? chosen.filter((other) => other !== letter) : [...chosen, letter]);
  return (
    <fieldset className={styles.choose} aria-label={t('list-letters.title')}>
      {all.map((letter, index) => (
        <button
          key={letter}
          type="button"
          style={toHueStyle(hueOf(index))}
          aria-pressed={chosen.includes(letter)}
          onClick={() => toggle(letter)}
        >
          {letter}
        </button>
      ))}
    </fieldset>
  );
}
