import { game } from '@larksong/contracts';
import { Printer } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { parsePack, toPackInput, type FurtherPack } from '../../parts/game-cards/packs.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { CardPages, LetterSheets } from './pages.tsx';
import { CARDS_PER_PAGE, KINDS, PAPERS, toCardPages, toLetterSheets } from './sheets.ts';
import { usePrintChoice, type PrintChoice } from './use-print-choice.ts';
import styles from './print-cards.module.css';

/** Memory cards to cut out and sheets for each letter, with an exact preview. */
export function PrintCards() {
  const t = useTexts();
  const pack = parsePack(useSearchParams()[0].get('pack'));
  const query = useCall(game.listWords, toPackInput(pack));
  return (
    <>
      <h1 className={styles.screen}>{t('print.title')}</h1>
      {query.isPending && <Status className="muted">{t('print.loading')}</Status>}
      {query.isError && query.data === undefined && (
        <LoadFailed title={t('print.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.letters.length === 0 && (
        <EmptyState meadow title={t('print.none')} hint={t('print.none-hint')} />
      )}
      {query.data && query.data.letters.length > 0 && <Chooser letters={query.data.letters} pack={pack} />}
    </>
  );
}

function Chooser({ letters, pack }: { letters: readonly game.LetterWords[]; pack: FurtherPack }) {
  const t = useTexts();
  const all = letters.map(({ letter }) => letter);
  const [choice, change] = usePrintChoice(all);
  const preview = useRef<HTMLDivElement>(null);
  const chosen = letters.filter(({ letter }) => choice.letters.includes(letter));
  const isCards = choice.kind === 'cards';
  const cardPages = isCards ? toCardPages(chosen, pack) : [];
  const sheets = isCards ? [] : toLetterSheets(chosen, pack);
  const pageCount = cardPages.length + sheets.length;
  return (
    <>
      <section className={`panel ${styles.screen}`} aria-label={t('print.choices')}>
        <div className={styles.choices}>
          <Radios name="what" options={KINDS} value={choice.kind} onChange={(kind) => change({ kind })} />
          <Radios
            name="paper"
            options={PAPERS}
            value={choice.paper}
            onChange={(paper) => change({ paper })}
          />
        </div>
        <Letters all={all} choice={choice} onChange={(next) => change({ letters: next })} />
        <div className="row">
          <PrintButton preview={preview} disabled={pageCount === 0} />
          <Status className="muted">{describePages(pageCount, isCards, t)}</Status>
        </div>
      </section>
      <div ref={preview} className={styles.preview} lang={pack} data-preview>
        {isCards ? (
          <CardPages pages={cardPages} paper={choice.paper} />
        ) : (
          <LetterSheets sheets={sheets} paper={choice.paper} />
        )}
      </div>
    </>
  );
}

function describePages(count: number, isCards: boolean, t: Texts): string {
  if (count === 0) return t('print.no-letters');
  return isCards ? t('print.card-pages', { count, cards: CARDS_PER_PAGE }) : t('print.pages', { count });
}

interface RadiosProps<Value extends string> {
  /** The message `print.<name>` is the legend; `print.<name>-<option>` and the same with `-hint` describe an option. */
  name: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

function Radios<Value extends string>({ name, options, value, onChange }: RadiosProps<Value>) {
  const t = useTexts();
  return (
    <fieldset>
      <legend>{t(`print.${name}`)}</legend>
      {options.map((option) => (
        <label key={option} className="choice">
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          <span>
            {t(`print.${name}-${option}`)}
            <small>{t(`print.${name}-${option}-hint`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface LettersProps {
  all: readonly string[];
  choice: PrintChoice;
  onChange: (letters: readonly string[]) => void;
}

function Letters({ all, choice: { letters }, onChange }: LettersProps) {
  const t = useTexts();
  const toggle = (letter: string) =>
    onChange(letters.includes(letter) ? letters.filter((other) => other !== letter) : [...letters, letter]);
  return (
    <fieldset>
      <legend>{t('print.letters')}</legend>
      <div className="row">
        <Button variant="plain" onClick={() => onChange(all)}>
          {t('print.select-all')}
        </Button>
        <Button variant="plain" onClick={() => onChange([])}>
          {t('print.clear')}
        </Button>
      </div>
      <div className="chips">
        {all.map((letter) => (
          <button
            key={letter}
            type="button"
            className="chip"
            aria-pressed={letters.includes(letter)}
            onClick={() => toggle(letter)}
          >
            <bdi>{letter}</bdi>
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface PrintButtonProps {
  preview: RefObject<HTMLDivElement | null>;
  disabled: boolean;
}

/** Opens the browser's print dialog once all pictures have loaded. */
function PrintButton({ preview, disabled }: PrintButtonProps) {
  const t = useTexts();
  const [isBusy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    const pictures = [...(preview.current?.querySelectorAll('img') ?? [])];
    // A broken picture has no part in it; its word is printed.
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    setBusy(false);
    window.print();
  };
  return (
    <Button busy={isBusy} disabled={disabled} onClick={() => void print()}>
      {!isBusy && <Printer className="icon" aria-hidden />}
      {isBusy ? t('print.loading-pictures') : t('print.button')}
    </Button>
  );
}
